import type { ElementClasses } from '../lazy-define.js';
import { McpStorageElement } from '../storage/storage.js';

/* What is kept, and the way to erase it. */
export const elements: ElementClasses = { 'mcp-storage': McpStorageElement };
