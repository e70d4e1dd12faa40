// A process that views pages at a fixed rate, each time as another visitor, and measures the latency of each answer from
// the scheduled time, so that time in the queue counts.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, openConnection } from './overload/connection.ts';
import { runBeforeOthers } from './priority.ts';

export type Order = { what: 'start'; port: number; paths: readonly string[] } | { what: 'stop' };

export interface Viewed {
  readonly ms: readonly number[];
  /** Answers that were not a page, or whose view was not recorded. */
  readonly wrong: readonly string[];
}

const PER_SECOND = 100;
const CONNECTIONS = 32;

// The load of attackers and importers on this machine is not measured.
runBeforeOthers();

let views: Promise<Viewed> | undefined;
let isViewing = false;

process.on('message', async (order: Order) => {
  if (order.what === 'start') {
    isViewing = true;
    views = view(order.port, order.paths);
    process.send!('started');
    return;
  }
  isViewing = false;
  process.send!(await views!);
});

async function view(port: number, paths: readonly string[]): Promise<Viewed> {
  const ms: number[] = [];
  const wrong: string[] = [];
  const waiting: { request: string; since: number }[] = [];
  const free: number[] = [];
  const busy = new Map<number, number>();
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, index) =>
      openConnection(port, {
        answered: (answer) => answered(index, answer),
        failed: (fault) => wrong.push(fault),
      }),
    ),
  );
  free.push(...connections.keys());

  function send(index: number, { request, since }: { request: string; since: number }): void {
    busy.set(index, since);
    connections[index]!.send(request);
  }

  function answered(index: number, { status, head }: Answer): void {
    ms.push(performance.now() - busy.get(index)!);
    busy.delete(index);
    // 302 from a link.
    if (![200, 302].includes(status) || !/\r\nfingerpost-visit: counted/i.test(head)) wrong.push(`${status}`);
    const next = waiting.shift();
    if (next) send(index, next);
    else free.push(index);
  }

  const began = performance.now();
  for (let count = 0; isViewing; count += 1) {
    const due = began + (count * 1000) / PER_SECOND;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    const view = { request: requestOf(paths[count % paths.length]!, count), since: due };
    const index = free.pop();
    if (index === undefined) waiting.push(view);
    else send(index, view);
  }
  while (busy.size > 0) await sleep(10);
  for (const connection of connections) connection.close();
  return { ms, wrong };
}

function requestOf(path: string, visitor: number): string {
  const address = [10, visitor >> 16, (visitor >> 8) & 255, visitor & 255].join('.');
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: Mozilla/5.0 Firefox/140.0\r\nX-Forwarded-For: ${address}\r\n\r\n`;
}
