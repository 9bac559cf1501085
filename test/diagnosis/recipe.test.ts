import { expect } from '@esm-bundle/chai';
import { snippets } from '../../src/diagnosis/recipe.js';
import { corsRulesFor, headerLines } from '../../src/transport/cors-rules.js';

const ORIGIN = 'https://page.example';

describe('what a server must send', () => {
  it('are whole header lines with the origin of the page in them', () => {
    expect(headerLines(corsRulesFor(ORIGIN, ['x-api-key', 'authorization']))).to.deep.equal([
      'Access-Control-Allow-Origin: https://page.example',
      'Access-Control-Allow-Methods: GET, POST, DELETE',
      'Access-Control-Allow-Headers: Content-Type, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name, Last-Event-ID, Authorization, x-api-key',
      'Access-Control-Expose-Headers: Mcp-Session-Id, WWW-Authenticate',
      'Access-Control-Max-Age: 600',
      'Vary: Origin',
    ]);
  });
  it('names no origin for a page that has none: opened from disk', () => {
    expect(headerLines(corsRulesFor('null', []))[0]).to.equal('Access-Control-Allow-Origin: *');
    expect(headerLines(corsRulesFor('null', []))).not.to.include('Vary: Origin');
  });
  for (const { framework, code } of snippets(corsRulesFor(ORIGIN, ['x-api-key'])))
    it(`is complete for ${framework}`, () => {
      for (const part of [ORIGIN, 'DELETE', 'Mcp-Session-Id', 'Mcp-Name', 'WWW-Authenticate', 'x-api-key'])
        expect(code).to.contain(part);
    });
});
