import { expect } from '@open-wc/testing';
import { everythingUrl, modernUrl } from '/__servers__.js';
import type { GrantedCall } from '../../src/approvals/index.js';
import type { JsonObject } from '../../src/index.js';
import { otherTab } from './other-tab.js';
import { RememberingClient } from './remembering-client.js';

const TERMS = { session: 'Until this page is closed', always: 'For 90 days' } as const;
/** What each choice holds for: other arguments, another tool that only reads. */
const SCOPES = {
  arguments: { words: 'exactly these arguments', otherArguments: false, otherReader: false },
  tool: { words: 'any arguments', otherArguments: true, otherReader: false },
  'read-only': { words: 'all tools of this server', otherArguments: true, otherReader: true },
} as const;

/** The same server, which says one letter more of its tool. */
const withOneLetterMore = (from: string): typeof fetch => {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (typeof init?.body !== 'string' || !init.body.includes('"tools/list"')) return response;
    const text = await response.text();
    expect(text).to.contain(from);
    return new Response(text.replace(from, `${from}s`), response);
  };
};

for (const [era, url, said, writer] of [
  ['legacy', everythingUrl, 'Echoes back the input string', 'gzip-file-as-resource'],
  ['modern', modernUrl, 'Says back what you say', 'unload-cargo'],
] as const)
  describe(`how far a decision reaches, in <mcp-client>, ${era}`, () => {
    const tab = otherTab();
    const here = new RememberingClient(url, ({ element }) => element.session!.tools.list());

    const callOf = (name: string, args: JsonObject): Promise<unknown> =>
      here.client.element.session!.tools.call(name, args, { initiator: 'model' });
    /** What becomes of a call that a model makes: `made` and `refused` at once, or `asked`. */
    const fate = async (name: string, args: JsonObject): Promise<string> => {
      const call = callOf(name, args).then(
        () => 'made',
        () => 'refused',
      );
      const asked = here.client.until(() => here.client.button('Review'), 'a question').then(() => 'asked');
      asked.catch(() => {});
      const found = await Promise.race([call, asked]);
      if (found === 'asked') {
        await here.client.press('Review');
        await here.client.press('Don’t run');
        await call;
        await here.client.until(() => here.client.all('dialog').length === 0, 'the end of the question');
      }
      return found;
    };
    const choose = async (words: string): Promise<void> => {
      const label = await here.client.until(
        () => here.client.all('label').find((each) => each.textContent.includes(words)),
        `a choice “${words}”`,
      );
      label.click();
      await new Promise((resolve) => setTimeout(resolve, 20));
    };
    /** Decides about echo with “hello”, and says for how long and for what. */
    const decide = async (verdict: 'allow' | 'deny', term: keyof typeof TERMS, scope: keyof typeof SCOPES) => {
      const call = callOf('echo', { message: 'hello' }).catch(() => {});
      await here.client.press('Review');
      await choose(TERMS[term]);
      await choose(SCOPES[scope].words);
      await here.client.press(verdict === 'allow' ? /^Run .+ on / : 'Don’t run');
      await call;
      await here.client.until(() => here.client.all('dialog').length === 0, 'the end of the question');
    };
    /** What a page finds that was opened after this one: what this one would find after a reload. */
    const afterReload = async (): Promise<string | undefined> => {
      const { session } = here.client.element;
      const tools = structuredClone(await session!.tools.list());
      const tool = tools.find(({ name }) => name === 'echo')!;
      const of = { server: session!.url, serverName: session!.server.name, tools } as const;
      const call: GrantedCall = { ...of, tool, arguments: { message: 'hello' }, isConfirmed: true };
      return tab.does(here.namespace, { act: 'look', call });
    };

    for (const term of ['session', 'always'] as const)
      for (const scope of ['arguments', 'tool', 'read-only'] as const)
        it(`allowed, ${term}, ${scope}`, async () => {
          const { otherArguments, otherReader } = SCOPES[scope];
          await decide('allow', term, scope);
          expect(await fate('echo', { message: 'hello' }), 'the same').to.equal('made');
          expect(await fate('echo', { message: 'x' }), 'else').to.equal(otherArguments ? 'made' : 'asked');
          expect(await fate('get-sum', { a: 1, b: 2 }), 'reads').to.equal(otherReader ? 'made' : 'asked');
          expect(await fate(writer, {}), 'a tool that writes').to.equal('asked');
          expect(await afterReload()).to.equal(term === 'always' ? 'allow' : undefined);
        });

    for (const term of ['session', 'always'] as const)
      for (const scope of ['arguments', 'tool'] as const)
        it(`refused, ${term}, ${scope}`, async () => {
          await decide('deny', term, scope);
          expect(await fate('echo', { message: 'hello' }), 'the same').to.equal('refused');
          expect(await fate('echo', { message: 'x' }), 'else').to.equal(scope === 'tool' ? 'refused' : 'asked');
          expect(await fate('get-sum', { a: 1, b: 2 }), 'another tool').to.equal('asked');
          expect(await afterReload()).to.equal(term === 'always' ? 'deny' : undefined);
        });

    it('“Never run this tool” holds over a reload, and for no other tool', async () => {
      const call = callOf('echo', { message: 'hello' }).catch(() => {});
      await here.client.press('Review');
      await choose(TERMS.always);
      await here.client.press('Never run this tool');
      await call;
      expect(await fate('echo', { message: 'x' })).to.equal('refused');
      expect(await fate('get-sum', { a: 1, b: 2 })).to.equal('asked');
      expect(await afterReload()).to.equal('deny');
    });

    it('one letter more in the description of a real tool: “all that read only” falls for it, and for no other', async () => {
      await decide('allow', 'always', 'read-only');
      here.client.remove();
      await here.visit({ fetch: withOneLetterMore(said) });
      // A server may say how long its list holds; until then it is not read again.
      await here.client.element.session!.tools.refresh();
      const call = callOf('echo', { message: 'hello' }).catch(() => {});
      await here.client.press('Review');
      await here.client.reads('the server describes it differently now');
      await here.client.press('Don’t run');
      await call;
      expect(await fate('get-sum', { a: 1, b: 2 })).to.equal('made');
      expect(await fate('echo', { message: 'hello' }), 'it has fallen for good').to.equal('asked');
    });

    it('one letter more in the description of a real tool: the letter is marked', async () => {
      await decide('allow', 'always', 'tool');
      here.client.remove();
      await here.visit({ fetch: withOneLetterMore(said) });
      // A server may say how long its list holds; until then it is not read again.
      await here.client.element.session!.tools.refresh();
      const call = callOf('echo', { message: 'hello' }).catch(() => {});
      await here.client.press('Review');
      await here.client.reads('Different since you allowed it');
      expect(here.client.all('mark').map((mark) => mark.textContent)).to.deep.equal(['', 's']);
      await here.client.press(/^Run .+ on /);
      // The difference takes the room: the first press brings what is sent into sight.
      await here.client.reads('1 value was not in sight yet');
      await here.client.press(/^Run .+ on /);
      await call;
    });
  });
