import { expect } from '@esm-bundle/chai';
import { MAX_AUTH_DOCUMENT_BYTES } from '../../src/auth/auth-limits.js';
import { failureOf } from '../fixtures/failure.js';
import type { SiteScript } from './scripted-site.js';
import { visits } from './signed-in.js';

const isMetadata = (url: URL): boolean => url.pathname.includes('/.well-known/');
const metadataIs = (answer: () => Response): SiteScript => ({
  instead: (url) => (isMetadata(url) ? answer() : undefined),
});

describe('documents of a server that wants a sign-in', () => {
  const visit = visits();

  it('are not followed where they lead elsewhere, nor is a registration or a token, and that is what is said', async () => {
    for (const path of ['/register', '/token']) {
      const asked: (RequestRedirect | undefined)[] = [];
      const { connect } = visit({
        instead: ({ pathname }, { redirect }) => {
          if (pathname !== path) return undefined;
          asked.push(redirect);
          return Response.redirect('https://evil.test/', 307);
        },
      });
      const error = await failureOf(connect());
      expect(asked).to.deep.equal(['manual']);
      expect(error.message).to.equal(`as.test redirects at ${path}, which is not followed.`);
      expect(error.remedy).to.include('say where it leads');
    }
  });

  it('are asked for without anything of the page, and nothing is followed', async () => {
    const inits: RequestInit[] = [];
    const { connect } = visit({
      instead: (url, init) => {
        if (url.pathname !== '/mcp') inits.push(init);
        return undefined;
      },
    });
    await connect();
    expect(inits).to.have.length(4);
    for (const init of inits)
      expect(init).to.include({
        credentials: 'omit',
        redirect: 'manual',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
      });
  });

  it('that cannot be read are named, with what the server must allow', async () => {
    const silent = visit(metadataIs(() => Promise.reject(new TypeError('Failed to fetch')) as never));
    const error = await failureOf(silent.connect());
    expect(error.code).to.equal('unauthorized');
    expect(error.message).to.equal('mcp.test wants a sign-in, but does not let this page read where.');
    expect(error.remedy).to.match(/CORS/).and.to.include('/.well-known/oauth-protected-resource/mcp');
  });

  it('that are too long, or lead elsewhere, are not read', async () => {
    const long = JSON.stringify({ resource: 'https://mcp.test/mcp', filler: 'x'.repeat(MAX_AUTH_DOCUMENT_BYTES) });
    for (const answer of [() => new Response(long), () => Response.redirect('https://evil.test/', 302)]) {
      const { connect, site } = visit({
        metadataAt: 'told',
        ...metadataIs(answer),
        instead: (url) => (url.pathname === '/about/me.json' || isMetadata(url) ? answer() : undefined),
      });
      expect((await failureOf(connect())).remedy).to.match(/over 128 KB|redirects/);
      expect(site.log.some(({ url }) => url.host === 'evil.test')).to.equal(false);
      expect(site.visits).to.deep.equal([]);
    }
  });

  it('that are a page of HTML are none', async () => {
    const { connect, site } = visit({
      instead: (url) => (isMetadata(url) ? new Response('<!doctype html>', { status: 200 }) : undefined),
      issuer: { name: 'https://mcp.test' },
      metadataAt: 'none',
    });
    await connect();
    expect(site.visits[0]!.url).to.match(/^https:\/\/mcp\.test\/authorize/);
  });

  it('name no more authorization servers than are looked at', async () => {
    const { connect, site } = visit({
      resource: { authorization_servers: Array.from({ length: 500 }, (_, n) => `https://gone${n}.test`) },
    });
    await failureOf(connect());
    expect(new Set(site.log.map(({ url }) => url.host)).size).to.equal(6);
  });

  it('without an authorization server are a mistake of the server', async () => {
    for (const authorization_servers of [[], 'x', undefined, [7]]) {
      const { connect } = visit({ resource: { authorization_servers } });
      expect((await failureOf(connect())).message).to.match(/names no authorization server/);
    }
  });
});
