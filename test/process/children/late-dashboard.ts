// `fingerpost serve`; its second listener, that of the dashboard, opens when standard input says so.
import { once } from 'node:events';
import net from 'node:net';

let listeners = 0;
const { listen } = net.Server.prototype;
net.Server.prototype.listen = function (this: net.Server, ...options: unknown[]) {
  listeners += 1;
  const open = () => Reflect.apply(listen, this, options);
  if (listeners === 2) void once(process.stdin, 'data').then(open);
  else open();
  return this;
} as typeof listen;

process.argv[2] = 'serve';
await import('../../../server/cli/main.ts');
