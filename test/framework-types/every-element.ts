// Types alone: nothing is registered by an import of types, which suits pages with the script tag.
import type {} from 'mcp-embed/define/all';

document.createElement('mcp-log').paused = true;
document.createElement('mcp-storage').quiet = true;
document.addEventListener('mcp-state-change', (event) => event.session?.url);
