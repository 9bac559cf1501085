// Gives the test, which runs in the page around, what is in this page.
import '../../components/define/all.js';
import * as core from '../../src/index.js';
import { diagnose } from '../../src/diagnosis/index.js';
import { IndexedDbTokenStore } from '../../src/auth/index.js';

const library = { ...core, diagnose, IndexedDbTokenStore };
export type Library = typeof library;

Object.assign(globalThis, { library });
parent.postMessage({ loaded: location.href }, '*');
