/* What is kept, and the way to erase it. */
import type { ElementClasses } from '../define/on-sight.js';
import { McpStorageElement } from '../storage/storage.js';

export const elements: ElementClasses = { 'mcp-storage': McpStorageElement };
