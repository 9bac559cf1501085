import { McpRemoteMediaElement } from '../remote-media/remote-media.js';

if (!customElements.get('mcp-remote-media')) customElements.define('mcp-remote-media', McpRemoteMediaElement);
