// Loaded by Node before a server whose port is written in its code: a free port is taken instead, so that two runs, and what else
// runs on this machine, do not meet. SETUP_PORT is `written:free`.
const net = require('node:net');

const [written, free] = (process.env.SETUP_PORT ?? '').split(':').map(Number);
const { listen } = net.Server.prototype;
net.Server.prototype.listen = function (first, ...rest) {
  if (Number(first) === written) return listen.call(this, free, ...rest);
  if (first && Number(first.port) === written) return listen.call(this, { ...first, port: free }, ...rest);
  return listen.call(this, first, ...rest);
};
