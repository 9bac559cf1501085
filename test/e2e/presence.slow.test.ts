import { expect, fixtureSync, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { everythingUrl, modernUrl } from '/__servers__.js';
import { deepActiveElement } from '../../components/internal/focus-fallback.js';
import { ClientHarness } from './client-harness.js';

const answers = 'elicitation';

/** Has its server ask the person something. */
function ask(client: ClientHarness, modern = true): Promise<unknown> {
  const [tool, args] = modern ? ['register-visitor', {}] : ['trigger-elicitation-request', {}];
  const call = client.element.session!.tools.call(tool as string, args, { initiator: 'person' });
  call.catch(() => {});
  return call;
}
const dialogOf = (client: ClientHarness): HTMLDialogElement | undefined =>
  client.all<HTMLDialogElement>('dialog[role=alertdialog]')[0];
const question = (client: ClientHarness): Promise<HTMLDialogElement> =>
  client.until(() => dialogOf(client), 'a question');
/** Something waits for the person there, whether it is shown or not. */
const waits = (client: ClientHarness): Promise<unknown> =>
  client.until(
    () => client.element.shadowRoot!.querySelector('mcp-approval-queue')!.matches(':state(waiting)'),
    'something that waits',
  );
const over = (client: ClientHarness): Promise<unknown> => client.until(() => !dialogOf(client), 'the end of it');

describe('a question inside a dialog of the page, in a shadow root', () => {
  let host: HTMLElement;
  let pageDialog: HTMLDialogElement;
  let opener: HTMLButtonElement;
  let client: ClientHarness;

  beforeEach(async () => {
    opener = fixtureSync(html`<button>Open the assistant</button>`);
    host = fixtureSync(html`<div></div>`);
    host.attachShadow({ mode: 'open' }).innerHTML = '<dialog aria-label="Assistant"><button>Ask it</button></dialog>';
    pageDialog = host.shadowRoot!.querySelector('dialog')!;
    opener.addEventListener('click', () => pageDialog.showModal());
    opener.focus();
    // As the person does it: what a page opens by itself, one Escape closes together with what lies over it.
    await sendKeys({ press: 'Enter' });
    client = await ClientHarness.connect(modernUrl, { capabilities: answers });
    pageDialog.append(client.element);
    await client.until(() => client.element.status === 'ready', 'connected after the move');
    host.shadowRoot!.querySelector('button')!.focus();
  });
  afterEach(() => {
    client.remove();
    pageDialog.close();
  });

  it('opens above it, can be used, and gives the focus back to what had it there', async () => {
    const call = ask(client);
    const asked = await question(client);
    expect(asked.matches(':modal')).to.equal(true);
    expect(deepActiveElement(document)).to.equal(asked);
    await client.fill('name', 'Ada');
    await client.press(/^Send to/);
    expect(JSON.stringify(await call)).to.contain('Welcome, Ada');
    await over(client);
    expect(pageDialog.open).to.equal(true);
    expect(deepActiveElement(document)).to.equal(host.shadowRoot!.querySelector('button'));
  });

  it('Escape turns away from the question, and only the next one closes the dialog of the page', async () => {
    const call = ask(client);
    await question(client);
    await sendKeys({ press: 'Escape' });
    expect(JSON.stringify(await call)).to.contain('cancel');
    await over(client);
    expect(pageDialog.open).to.equal(true);
    await sendKeys({ press: 'Escape' });
    expect(pageDialog.open).to.equal(false);
    expect(document.activeElement).to.equal(opener);
  });

  it('does not lock the page when the page closes its dialog around it, and waits there', async () => {
    ask(client);
    await question(client);
    pageDialog.close();
    opener.focus();
    await client.until(() => document.elementFromPoint(...middleOf(opener)) === opener, 'a page that can be used');
    opener.focus();
    expect(document.activeElement).to.equal(opener);
    pageDialog.showModal();
    await client.press('Review');
    await question(client);
    await client.fill('name', 'Ada');
    await client.press(/^Send to/);
    await over(client);
  });
});

const middleOf = (element: HTMLElement): [x: number, y: number] => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};

describe('two clients on one page', () => {
  let opener: HTMLButtonElement;
  let first: ClientHarness;
  let second: ClientHarness;

  beforeEach(async () => {
    opener = fixtureSync(html`<button>Somewhere on the page</button>`);
    first = await ClientHarness.connect(everythingUrl, { capabilities: answers });
    second = await ClientHarness.connect(modernUrl, { capabilities: answers });
    opener.focus();
  });
  afterEach(() => {
    first.remove();
    second.remove();
  });
  const label = (dialog: HTMLDialogElement): string => dialog.getAttribute('aria-label')!;

  it('each question says which server asks', async () => {
    ask(first, false);
    expect(label(await question(first))).to.contain(new URL(everythingUrl).host);
    await sendKeys({ press: 'Escape' });
    await over(first);
    ask(second);
    expect(label(await question(second)))
      .to.contain('Harbour')
      .and.to.contain(new URL(modernUrl).host);
  });

  it('one question at a time: another never comes between the person and the one they look at', async () => {
    ask(first, false);
    const asked = await question(first);
    ask(second);
    await waits(second);
    expect(dialogOf(second)).to.equal(undefined);
    expect(deepActiveElement(document)).to.equal(asked);
    // Nothing that cannot be pressed lies over it.
    expect(second.button('Review')).to.equal(undefined);

    await first.press('Decline');
    await over(first);
    expect(document.activeElement).to.equal(opener);
    await second.press('Review');
    await question(second);
    await second.fill('name', 'Ada');
    await second.press(/^Send to/);
    await over(second);
    expect(document.activeElement).to.equal(opener);
  });

  it('one goes away, and the question of the other can be answered', async () => {
    ask(first, false);
    await question(first);
    const call = ask(second);
    await waits(second);
    first.remove();
    await second.press('Review');
    await question(second);
    await second.fill('name', 'Ada');
    await second.press(/^Send to/);
    expect(JSON.stringify(await call)).to.contain('Welcome, Ada');
  });

  it('answering one leaves what waits at the other as it is', async () => {
    ask(second);
    await question(second);
    const other = ask(first, false);
    await waits(first);
    await second.press('Decline');
    await over(second);
    await first.press('Review');
    expect(label(await question(first))).to.contain(new URL(everythingUrl).host);
    await first.press('Decline');
    expect(JSON.stringify(await other)).to.contain('decline');
  });
});
