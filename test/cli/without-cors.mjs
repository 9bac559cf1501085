// Import it first: no HTTP server of this process sends CORS headers any more, as servers do that were not made for pages.
import { ServerResponse } from 'node:http';

/** Ports of servers that send theirs all the same. */
export const portsWithCors = new Set();

const isCors = (name) => /^access-control-/i.test(name);
const { setHeader, writeHead } = ServerResponse.prototype;
const isLeftAlone = ({ req }) => portsWithCors.has(req.socket.localPort);

ServerResponse.prototype.setHeader = function withoutCors(name, value) {
  return isCors(name) && !isLeftAlone(this) ? this : setHeader.call(this, name, value);
};
ServerResponse.prototype.writeHead = function withoutCors(status, ...rest) {
  const headers = rest.at(-1);
  if (typeof headers !== 'object' || Array.isArray(headers) || isLeftAlone(this))
    return writeHead.call(this, status, ...rest);
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !isCors(name)));
  return writeHead.call(this, status, ...rest.slice(0, -1), kept);
};
