// Without a framework: elements, properties and events of the DOM.
import 'mcp-embed/define';

const client = document.createElement('mcp-client');
client.url = 'https://example.com/mcp';
client.readOnly = true;
client.headers = { authorization: 'Bearer 1' };
client.theme = 'dark';
void client.connect();
export const phase: 'idle' | 'connecting' | 'ready' | 'lost' | 'failed' | 'closed' = client.status;

// @ts-expect-error It is a boolean.
client.readOnly = 'yes';
// @ts-expect-error No such property.
client.adress = '';
// @ts-expect-error The element itself sets it.
client.status = 'ready';
// @ts-expect-error No such theme.
client.theme = 'darkish';

document.querySelector('mcp-tool-form')!.tool = 'echo';
// @ts-expect-error No such element.
document.querySelector('mcp-tool-from')!.tool = 'echo';

/* Events bubble and leave shadow roots. */
client.addEventListener('mcp-tool-result', (event) => event.durationMs.toFixed());
document.body.addEventListener('mcp-error', (event) => event.error.code);
document.querySelector('.box')!.addEventListener('mcp-error', (event) => event.error.code);
document.querySelector('svg')!.addEventListener('mcp-error', (event) => event.error.code);
document.addEventListener('mcp-error', (event) => event.error.code);
window.addEventListener('mcp-error', (event) => event.error.code);
client.shadowRoot!.addEventListener('mcp-error', (event) => event.error.code);
export const errors: HTMLElementEventMap['mcp-error'][] = [];
// @ts-expect-error An error has no duration.
document.addEventListener('mcp-error', (event) => event.durationMs);
