import { expect } from '@esm-bundle/chai';
import { McpError, verbatim } from '../../src/errors.js';
import { answerError, networkError, noRevisionInCommon, sessionHidden } from '../../src/transport/error-messages.js';

const https = { origin: 'https://page.example', online: true };
const cause = new TypeError('Failed to fetch');
const plain = new McpError('network', verbatim('No answer.'));
const facts = { status: 200, contentType: 'text/html', excerpt: '' };

describe('words for what goes wrong', () => {
  for (const [status, contentType, what, remedy] of [
    [202, '', 'status 202 and no message', 'It may have carried it out.'],
    [204, '', 'status 204 and no message', 'It may have carried it out.'],
    [200, '', 'something without a type', 'must send Content-Type: application/json'],
    [200, 'text/plain', 'answered with text/plain', 'must send Content-Type: application/json'],
    [200, 'text/html', 'answered with text/html', 'Check the path'],
  ] as const)
    it(`${status} ${contentType}: names the status or the header`, () => {
      const error = answerError('mcp.example', 'not-mcp', { ...facts, status, contentType });
      expect(error.message).to.include(what);
      expect(error.remedy).to.include(remedy);
    });

  it('each says what happened and what to do, plainly', () => {
    const errors = [
      answerError('mcp.example', 'not-mcp', facts),
      sessionHidden(plain),
      noRevisionInCommon(['2099-01-01'], ['2025-11-25']),
      ...[400, 401, 403, 404, 405, 422, 429, 500, 503].map((status) =>
        answerError('mcp.example', 'http', { ...facts, status }),
      ),
      networkError('https://mcp.example/mcp', ['accept'], cause, https),
      networkError('https://mcp.example/mcp', [], cause, { ...https, online: false }),
      networkError('http://mcp.example/mcp', [], cause, https),
    ];
    for (const { message, remedy } of errors)
      for (const words of [message, remedy!]) {
        expect(words).to.match(/[.)]$/);
        expect(words).not.to.match(/!|please|oops|sorry/i);
      }
  });

  describe('no answer at all', () => {
    const codeAndWords = (url: string, page = https): string => networkError(url, ['accept'], cause, page).message;

    it('the browser hides whether it is down or refuses: both are named, and what must be allowed', () => {
      const { code, message, remedy } = networkError('https://mcp.example/mcp', ['accept', 'mcp-method'], cause, https);
      expect(code).to.equal('network');
      expect(message).to.contain('mcp.example').and.to.contain('not be running').and.to.contain('not allow');
      expect(remedy)
        .to.contain('Access-Control-Allow-Origin: https://page.example')
        .and.to.contain('Access-Control-Allow-Headers: Content-Type, ')
        .and.to.contain('Mcp-Method, ')
        .and.to.contain('Mcp-Session-Id');
    });
    it('an https page and a plain http server', () => {
      expect(codeAndWords('http://mcp.example/mcp')).to.contain('plain http');
      expect(codeAndWords('http://mcp.example/mcp', { ...https, origin: 'http://page.example' })).not.to.contain(
        'plain',
      );
    });
    for (const host of ['localhost:3000', '127.0.0.1', '127.1.2.3:80', '[::1]:8080', 'app.localhost'])
      it(`${host} is no plain http to a browser, and there without a network`, () => {
        expect(codeAndWords(`http://${host}/mcp`)).not.to.contain('plain http');
        expect(codeAndWords(`http://${host}/mcp`, { ...https, online: false })).not.to.contain('offline');
      });
    it('a device without a network', () => {
      expect(codeAndWords('https://mcp.example/mcp', { ...https, online: false })).to.contain('offline');
    });
  });

  it('no revision in common names what both speak', () => {
    expect(noRevisionInCommon(['2099-01-01'], ['2025-11-25']).message)
      .to.contain('2099-01-01')
      .and.to.contain('2025-11-25');
    expect(noRevisionInCommon([], ['2025-11-25']).message).to.contain('names none');
  });
});
