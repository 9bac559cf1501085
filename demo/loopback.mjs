// Preload for the demo's MCP servers (node --import): they come from elsewhere, listen on every interface and know
// nothing of us. With it they listen on 127.0.0.1, tell the process that started them which port it became, and end
// when that process does, however it ends.
import net from 'node:net';

const HOST = '127.0.0.1';
const listen = net.Server.prototype.listen;

net.Server.prototype.listen = function (...args) {
  const [first, second] = args;
  const isPort = typeof first === 'number' || (typeof first === 'string' && /^\d+$/.test(first));
  if (isPort && typeof second !== 'string') args.splice(1, 0, HOST);
  else if (first && typeof first === 'object' && 'port' in first && !first.host) args[0] = { ...first, host: HOST };
  this.once('listening', () => process.send?.({ listening: this.address().port }));
  return listen.apply(this, args);
};

// The channel to the parent breaks even where the parent was killed and could say nothing.
if (process.send) process.once('disconnect', () => process.exit());
