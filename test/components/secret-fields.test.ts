import { expect } from '@esm-bundle/chai';
import { secretFields } from '../../components/elicitation-approval/elicitation-approval.js';

describe('the words of a secret', () => {
  const secret = ['password', 'userPassword', 'api_key', 'API-Key', 'accessToken', 'clientSecret', 'pin', 'cardNumber'];
  const harmless = ['name', 'maxTokens', 'spinner', 'shipping', 'compass', 'keyboard', 'passenger', 'card', 'monkey'];
  const formOf = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } });
  for (const name of secret) it(`are in ${name}`, () => expect(secretFields(formOf(name))).to.deep.equal([name]));
  for (const name of harmless) it(`are not in ${name}`, () => expect(secretFields(formOf(name))).to.deep.equal([]));

  it('are found in titles and descriptions too', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', title: 'A', description: 'Your API key' } } };
    expect(secretFields(schema)).to.deep.equal(['A']);
  });

  it('are no hint where a server asks not to give one', () => {
    const description = 'Your favourite number (do not give us your phone number, pin, or other sensitive info)';
    for (const type of ['string', 'integer'])
      expect(
        secretFields({ type: 'object', properties: { number: { type, title: 'Integer', description } } }),
      ).to.deep.equal([]);
  });

  it('do not count where there is nothing to type: yes and no, and what is chosen from', () => {
    const properties = { password: { type: 'boolean' }, token: { type: 'string', enum: ['a', 'b'] } };
    expect(secretFields({ type: 'object', properties })).to.deep.equal([]);
  });
});
