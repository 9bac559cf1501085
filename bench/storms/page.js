// A page with a client that meets a server which says too much.
import '../../components/define/all.ts';

let client;

/** Connects, and looks at the tool that brings the storm. */
export async function open(url) {
  client = Object.assign(document.createElement('mcp-client'), {
    storage: 'none',
    capabilities: 'sampling elicitation',
    url,
  });
  document.body.replaceChildren(client);
  await until(() => client.status === 'ready');
  await client.session.tools.list();
  await until(() => client.shadowRoot.querySelector('mcp-tool-list')?.shadowRoot.querySelector('[role=option]'));
}

/** Calls the tool; the call goes on by itself. */
export function call() {
  client.session.tools.call('storm', {}, { onProgress: () => {}, initiator: 'person' }).catch(() => {});
}

/** Until frames come one after the other again. */
export async function calm() {
  for (let quiet = 0; quiet < 30;) {
    const before = performance.now();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    quiet = performance.now() - before < 40 ? quiet + 1 : 0;
  }
}

/** How many questions a person sees, and how many wait behind them. */
export function shown() {
  const queue = client.shadowRoot.querySelector('mcp-approval-queue');
  return {
    dialogs: queue?.shadowRoot.querySelectorAll('dialog[open]').length ?? 0,
    waiting: client.session.approvals?.pending.get().length ?? 0,
  };
}

async function until(isTrue) {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 10));
}
