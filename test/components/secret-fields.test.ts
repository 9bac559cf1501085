import { expect } from '@open-wc/testing';
import { secretFields } from '../../components/elicitation-approval/secret-fields.js';
import { buildForm } from '../../src/schema/index.js';

describe('the words of a secret', () => {
  const secret = ['password', 'userPassword', 'api_key', 'API-Key', 'accessToken', 'clientSecret', 'pin', 'cardNumber'];
  const harmless = ['name', 'maxTokens', 'spinner', 'shipping', 'compass', 'keyboard', 'passenger', 'card', 'monkey'];
  const formOf = (name: string) => buildForm({ type: 'object', properties: { [name]: { type: 'string' } } });
  for (const name of secret) it(`are in ${name}`, () => expect(secretFields(formOf(name))).to.deep.equal([name]));
  for (const name of harmless) it(`are not in ${name}`, () => expect(secretFields(formOf(name))).to.deep.equal([]));

  it('are found in titles and descriptions too', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', title: 'A', description: 'Your API key' } } };
    expect(secretFields(buildForm(schema))).to.deep.equal(['A']);
  });
});
