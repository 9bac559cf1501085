import { standIns } from './stand-in.js';
import { LitElement } from 'lit';

/*
 * Makes the elements importable without a page. Every entry with elements imports this before anything else: modules are
 * evaluated in the order of their imports.
 */
if (typeof LitElement === 'function') for (const name of standIns) Reflect.deleteProperty(globalThis, name);
