// A page with a client whose log is open.
import '../../components/define/all.ts';
import { messageLogOf } from '../../src/messages/index.ts';

let client;

const logElement = () => client.shadowRoot.querySelector('mcp-log');
const inLog = (selector) => logElement().shadowRoot.querySelector(selector);

/** Connects, with the log open. */
export async function open(url) {
  client = Object.assign(document.createElement('mcp-client'), { storage: 'none', messages: true, url });
  document.body.replaceChildren(client);
  await until(() => client.status === 'ready');
  [...client.shadowRoot.querySelectorAll('[data-name="section-button"]')].at(-1).click();
  await until(() => inLog('[role=option]'));
}

/** Calls the tool that brings the messages, and waits until all are there and drawn. */
export async function arrive(count) {
  const log = messageLogOf(client.session);
  const end = log.end + count;
  client.session.tools.call('many', {}, { onProgress: () => {} }).catch(() => {});
  await until(() => log.end >= end);
  await calm();
}

/** Types a word into the search, a key each 60 ms, and waits for the matches. */
export async function search(word) {
  const field = inLog('input[type=search]');
  for (let at = 1; at <= word.length; at++) {
    field.value = word.slice(0, at);
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  await until(() => !inLog('[role=listbox]') || inLog('[role=listbox]').getAttribute('aria-busy') === 'false');
  await calm();
  return Number(inLog('[role=option]')?.getAttribute('aria-setsize') ?? 0);
}

/** Shows only failures, and everything again. */
export async function filter() {
  for (let press = 0; press < 2; press++) {
    inLog('[data-name="failed-check"]').click();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await calm();
  }
}

/** Scrolls through all of it, and looks at a message in the middle. */
export async function scroll() {
  const list = inLog('[role=listbox]');
  for (let part = 0; part <= 20; part++) {
    list.scrollTop = (list.scrollHeight * part) / 20;
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  list.scrollTop = list.scrollHeight / 2;
  await calm();
  list.querySelector('[role=option]').click();
  await until(() => inLog('mcp-json-view'));
  await calm();
}

/** Saves all of it, as JSON and as HAR. */
export async function save() {
  const { click } = HTMLAnchorElement.prototype;
  let saved = 0;
  HTMLAnchorElement.prototype.click = function () {
    if (this.download) saved++;
    else click.call(this);
  };
  inLog('[data-name="save"]').open = true;
  inLog('[data-name="messages-json-button"]').click();
  await until(() => saved === 1);
  inLog('[data-name="messages-har-button"]').click();
  await until(() => saved === 2);
  await calm();
}

/** How many there are. */
export function count() {
  return messageLogOf(client.session).count;
}

/** Until frames come one after the other again. */
async function calm() {
  for (let quiet = 0; quiet < 10;) {
    const before = performance.now();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    quiet = performance.now() - before < 40 ? quiet + 1 : 0;
  }
}

async function until(isTrue) {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 10));
}
