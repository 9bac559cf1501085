export { childPointer } from '../util/json-pointer.js';
