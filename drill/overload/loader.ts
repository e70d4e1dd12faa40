// The load generator, in its own process. A closed load sends a request when the previous one is answered; an open load
// sends at a fixed rate regardless of the answers, like real clients.
import { setTimeout as sleep } from 'node:timers/promises';
import { generator } from '../../test/support/random.ts';
import { type Connection, openConnection } from './connection.ts';
import { createMix, type Mix, type Request, type Tenant } from './mix.ts';
import { createTally, type Loaded, MAX_MS } from './tally.ts';

export type Order =
  | { readonly what: 'prepare'; readonly port: number; readonly tenants: readonly Tenant[] }
  | (LoadOrder & { readonly what: 'closed' })
  | (LoadOrder & { readonly what: 'open'; readonly perSecond: number });

interface LoadOrder {
  readonly connections: number;
  readonly seconds: number;
  readonly greedyShare: number;
}

interface Carrier {
  connection: Connection | undefined;
  request: Request | undefined;
  /** The scheduled time of the request. */
  since: number;
}

const TICK_MS = 1;
const OPENED_AT_ONCE = 50;

let port = 0;
let mix: Mix;

process.on('message', async (order: Order) => {
  if (order.what === 'prepare') {
    port = order.port;
    mix = createMix(order.tenants, 1931);
    process.send!(true);
  } else {
    process.send!(await load(order));
  }
});

async function load(order: Exclude<Order, { what: 'prepare' }>): Promise<Loaded> {
  const carriers: Carrier[] = [];
  const idle: Carrier[] = [];
  const waiting: { request: Request; since: number }[] = [];
  const tally = createTally(order.seconds);
  const nextRequest = () => mix(order.greedyShare);
  let open = true;

  while (carriers.length < order.connections) {
    const more = Math.min(OPENED_AT_ONCE, order.connections - carriers.length);
    carriers.push(...(await Promise.all(Array.from({ length: more }, openCarrier))));
  }
  const cpu = process.cpuUsage();
  const start = tally.start();
  if (order.what === 'closed') {
    for (const carrier of carriers) give(carrier, nextRequest(), start);
    await sleep(order.seconds * 1000);
  } else {
    idle.push(...carriers);
    await sendByTheClock(order.perSecond, start, start + order.seconds * 1000);
  }
  open = false;
  const { user, system } = process.cpuUsage(cpu);
  const busy = (user + system) / 1000 / (performance.now() - start);

  const deadline = performance.now() + MAX_MS;
  const unanswered = () => carriers.filter(({ request }) => request).length + waiting.length;
  while (unanswered() > 0 && performance.now() < deadline) await sleep(10);
  for (let count = unanswered(); count > 0; count -= 1) tally.fault(`no answer within ${MAX_MS} ms`);
  for (const { connection } of carriers) connection?.close();
  return tally.close(busy);

  async function openCarrier(): Promise<Carrier> {
    const carrier: Carrier = { connection: undefined, request: undefined, since: 0 };
    carrier.connection = await openConnection(port, {
      answered(answer) {
        const { request, since } = carrier;
        carrier.request = undefined;
        tally.enter(request!, answer, since);
        next(carrier);
      },
      failed(fault) {
        tally.fault(carrier.request ? fault : `${fault}, without a request`);
        carrier.request = undefined;
        carrier.connection = undefined;
      },
    });
    return carrier;
  }

  function give(carrier: Carrier, request: Request, since: number): void {
    carrier.request = request;
    carrier.since = since;
    if (carrier.connection) carrier.connection.send(request.bytes);
  }

  function next(carrier: Carrier): void {
    if (order.what === 'closed') {
      if (open) give(carrier, nextRequest(), performance.now());
      return;
    }
    const first = waiting.shift();
    if (first) give(carrier, first.request, first.since);
    else idle.push(carrier);
  }

  /** Sends at random times with the given average rate (a Poisson process). */
  async function sendByTheClock(perSecond: number, from: number, until: number): Promise<void> {
    const random = generator(4711);
    let due = from;
    for (let now = from; now < until; now = performance.now()) {
      for (; due <= now; due += (-Math.log(1 - random()) * 1000) / perSecond) {
        const request = nextRequest();
        const carrier = idle.shift();
        if (carrier) give(carrier, request, due);
        else waiting.push({ request, since: due });
        tally.arrived(now - due, waiting.length);
      }
      await sleep(TICK_MS);
    }
  }
}
