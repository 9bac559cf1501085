import { expect } from '@open-wc/testing';
import { protectedUrl } from '/__provider__.js';
import { type LoggedExchange, messageLogOf, messagesAsHar, messagesAsJson } from '../../src/messages/index.js';
import { ClientHarness } from './client-harness.js';
import { CALLBACK_PATH, otherWindow } from './other-window.js';

describe('the messages of a sign-in, at a real authorization server', () => {
  const other = otherWindow();
  let client: ClientHarness;
  afterEach(() => client.remove());

  it('shows each step as it was, without its secrets; what the token says, on a press', async () => {
    client = await ClientHarness.open(protectedUrl, { redirectUri: CALLBACK_PATH, messages: true });
    await client.press(/^Sign in at /);
    await client.until(() => client.element.status === 'ready', 'connected');
    const session = client.element.session!;
    const log = messageLogOf(session);
    const steps = log
      .all()
      .filter((row): row is LoggedExchange => row.kind === 'exchange' && row.exchange.purpose === 'sign-in');
    expect(steps.map(({ exchange }) => exchange.phase)).to.include.ordered.members([
      'resource-metadata',
      'authorization-server-metadata',
      'client-registration',
      'authorization',
      'token',
    ]);
    const visited = steps.find(({ exchange }) => exchange.phase === 'authorization')!.exchange;
    expect(new URL(visited.url).searchParams.get('code_challenge_method')).to.equal('S256');
    expect(new URL(visited.callback!, location.href).searchParams.get('state')).to.equal(
      new URL(visited.url).searchParams.get('state'),
    );
    const token = steps.findLast(({ exchange }) => exchange.phase === 'token')!.exchange;
    await client.until(() => token.responseBody, 'the body of the answer');
    const { access_token: secret } = JSON.parse(token.responseBody!) as { access_token: string };
    expect(secret).to.be.a('string').with.length.greaterThan(10);
    expect(token.requestBody).to.match(/(?:^|&)code_verifier=/);

    // The message that was refused has both exchanges: without the token, and with it.
    const refused = log.all().find((row) => row.kind === 'message' && row.exchanges.length > 1);
    expect(refused?.kind === 'message' && refused.exchanges.map(({ status }) => status)).to.include(401);

    const { redactor } = session;
    const code = new URLSearchParams(token.requestBody).get('code')!;
    for (const parts of [await messagesAsJson(log.all(), { redactor }), await messagesAsHar(log.all(), { redactor })]) {
      const text = parts!.join('');
      expect(text).not.to.contain(secret).and.not.to.contain(code);
      expect(text).to.contain('code_challenge=').and.to.contain('code=$MCP_CODE&');
      expect(text)
        .to.contain('$MCP_TOKEN')
        .and.to.contain('$MCP_ACCESS_TOKEN')
        .and.to.contain('code_verifier=$MCP_CODE_VERIFIER');
      expect(text).to.contain('authorization_endpoint').and.to.contain('token_type');
    }

    await client.press(/^Log/);
    const row = await client.until(
      () => client.all('[role=option]').find((each) => each.textContent.includes('Sign-in: token')),
      'the step',
    );
    const stepOf = (words: string): HTMLElement | undefined =>
      client.all('[role=option]').find((each) => each.textContent.includes(words));
    stepOf('Sign-in: the page of the authorization server')!.click();
    await client.reads('Page in the browser: the person came back');
    await client.reads(/Came back to .*code=••••••/);
    expect(client.shows(code)).to.equal(false);
    await client.act('close-button');
    row.click();
    await client.reads('grant_type=authorization_code');
    await client.reads('••••••');
    expect(client.shows(secret)).to.equal(false);
    await client.press('Show what the token says');
    await client.reads(/Nothing here was checked|The token is no JWT/);
    await client.press('Show secret values');
    await client.reads(secret);
  });

  /** The visit of the person, once it is over. */
  async function visited(then?: () => Promise<unknown>): Promise<LoggedExchange['exchange']> {
    client = await ClientHarness.open(protectedUrl, { redirectUri: CALLBACK_PATH, messages: true });
    await client.press(/^Sign in at /);
    await then?.();
    const log = messageLogOf(client.element.session!);
    const isOver = ({ phase, endedAt }: LoggedExchange['exchange']): boolean =>
      phase === 'authorization' && endedAt !== undefined;
    const row = await client.until(
      () => log.all().find((one) => one.kind === 'exchange' && isOver(one.exchange)),
      'it',
    );
    return (row as LoggedExchange).exchange;
  }

  it('has the answer of somebody who refused', async () => {
    other.answer = 'no';
    const { callback } = await visited();
    expect(new URL(callback!, location.href).searchParams.get('error')).to.equal('access_denied');
    // Without a server there are no rooms: the log stands in their place.
    const row = await client.until(
      () => client.all('[role=option]').find((each) => each.textContent.includes('page of the authorization server')),
      'its row',
    );
    expect(row.textContent).to.contain('the person came back with a refusal');
    await client.fill('Search the log', 'access_denied');
    await client.until(() => client.all('[role=option]').some((each) => each.textContent.includes('page of')), 'found');
  });

  it('is over without an answer where somebody closed the window, and gave up', async () => {
    other.closes = true;
    const { callback, failure } = await visited(() => client.press('Not now'));
    expect(callback).to.equal(undefined);
    expect(failure).to.be.a('string').with.length.greaterThan(10);
  });
});
