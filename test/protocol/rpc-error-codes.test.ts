import { expect } from '@esm-bundle/chai';
import { McpError, ProtocolError, verbatim } from '../../src/errors.js';
import { explainServerError } from '../../src/protocol/rpc-error-codes.js';

const explained = (
  code: number,
  options?: ConstructorParameters<typeof ProtocolError>[2],
): ReturnType<typeof explainServerError> => explainServerError(new ProtocolError(code, verbatim('No!'), options));

describe('an error code of the server', () => {
  for (const [code, says, remedy] of [
    [-32700, /could not read/, /tell whoever runs/],
    [-32600, /not accept the form/, /tell whoever runs/],
    [-32601, /does not know/, /something else/],
    [-32602, /did not accept what was sent/, /Check the values/],
    [-32603, /failed/, /Check before you try again/],
    [-32002, /no such resource/, /list of resources/],
    [-32020, /headers/, /Try again/],
    [-32022, /version of MCP/, /Connect again/],
    [-32042, /another web page/, /try again/],
  ] as const)
    it(`${code} has words and a remedy`, () => {
      const found = explained(code)!;
      expect(found.what?.text).to.match(says);
      expect(found.remedy?.text).to.match(remedy);
    });

  for (const code of [-32000, -32001, -32003, -32004, -32019, -32023, -32099, -32768, -1, 0, 42, 404])
    it(`${code} is the server’s own, and nothing is guessed about it`, () => {
      expect(explained(code)).to.deep.equal({ what: undefined, remedy: undefined, developer: undefined });
    });

  it('names what the page does not offer, of what a page can offer', () => {
    const required = { sampling: {}, elicitation: { url: {} }, '<b>bold</b>': {}, constructor: {} };
    const { what, remedy, developer } = explained(-32021, { data: { requiredCapabilities: required } })!;
    expect(what!.text).to.include('does not have');
    expect(remedy, 'a visitor can do nothing').to.equal(undefined);
    expect(developer!.text).to.include('sampling and elicitation').and.not.include('bold');
    expect(explained(-32021, { data: 'nonsense' })!.developer!.text).to.include('`capabilities`');
  });

  it('leaves what the status of the answer says to do as it is', () => {
    const remedy = verbatim('Sign in again.');
    expect(explained(-32603, { remedy })!.remedy).to.equal(remedy);
  });

  it('that is only the clothes of a refused sign-in says nothing more', () => {
    expect(explained(-32600, { code: 'unauthorized' })!.what).to.equal(undefined);
    expect(explained(-32600, { code: 'forbidden' })!.what).to.equal(undefined);
  });

  it('is not looked for in errors that are ours', () => {
    expect(explainServerError(new McpError('timeout', verbatim('x')))).to.equal(undefined);
    const ours = new ProtocolError(-32000, { key: 'a.b', params: {}, text: 'Ours.' }, { code: 'limit' });
    expect(explainServerError(ours)).to.equal(undefined);
  });
});
