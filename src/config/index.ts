/**
 * Reads the lists and lines in which people keep their servers: configuration files of other programs, commands that add
 * a server to them, and links that install one.
 * @module
 */
export { type ConfigOptions, type ReadConfig, readConfig, readHeader, type ServerEntry } from './read-config.js';
export { readPasted } from './pasted.js';
export { parseTypedAddress } from '../util/hosts.js';
export { secretInAddress } from '../util/secrets/addresses.js';
