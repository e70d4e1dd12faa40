// A process that visits pages at a steady pace, by the clock, whatever the answers are, and measures how long each takes. It has
// a process and, where permitted, a priority of its own: what it measures is the service, not the attackers beside it.
import http from 'node:http';
import { setPriority } from 'node:os';

export interface VisitOrder {
  port: number;
  paths: string[];
  perSecond: number;
  seconds: number;
}

export interface Visited {
  statuses: (number | string)[];
  /** In milliseconds, from when the clock asked for it to the end of the answer; sorted. */
  durations: number[];
}

const HIGH = -10;
try {
  setPriority(HIGH);
} catch {
  // Only root may. The figures are then a little noisier.
}

process.on('message', async (order: VisitOrder) => process.send!(await visit(order)));
process.on('disconnect', () => process.exit());

async function visit({ port, paths, perSecond, seconds }: VisitOrder): Promise<Visited> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 128 });
  const statuses: (number | string)[] = [];
  const durations: number[] = [];
  const began = performance.now();
  const count = perSecond * seconds;
  const all: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    const due = began + (index * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const path = paths[index % paths.length]!;
    all.push(
      statusOf(agent, port, path).then((status) => {
        statuses.push(status);
        durations.push(performance.now() - Math.max(due, began));
      }),
    );
  }
  await Promise.all(all);
  agent.destroy();
  return { statuses, durations: durations.sort((a, b) => a - b) };
}

function statusOf(agent: http.Agent, port: number, path: string): Promise<number | string> {
  const headers = { 'accept-encoding': 'gzip', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/144.0' };
  return new Promise((resolve) => {
    http
      .get({ host: '127.0.0.1', port, path, agent, headers, timeout: 30_000 }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode!));
        response.on('error', (error) => resolve(error.message));
      })
      .on('timeout', function (this: http.ClientRequest) {
        this.destroy(new Error('no answer within 30 s'));
      })
      .on('error', (error: Error) => resolve(error.message));
  });
}
