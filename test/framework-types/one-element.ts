// One element brings its own types and those of the elements that it shows.
import 'mcp-embed/define/mcp-tool-form';

document.createElement('mcp-tool-form').tool = 'echo';
document.createElement('mcp-schema-field').required = true;
document.createElement('mcp-tool-result').durationMs = 5;
// @ts-expect-error A form shows no log.
document.createElement('mcp-log').paused = true;
document.addEventListener('mcp-tool-result', (event) => event.durationMs);
