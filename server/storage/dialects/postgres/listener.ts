// Hears of other processes' changes, comes back by itself when the connection is lost, and reports when it is disconnected. Since
// it speaks with the server every other second it is also who notices that nobody answers any more.
import { Socket } from 'node:net';
import pg from 'pg';
import type { Change } from '../../changes.ts';
import type { ChangeNews } from '../dialect.ts';
import type { Sockets } from './sockets.ts';

export const CHANNEL = 'fingerpost_change';
const RETRY_MS = 500;
const HEARTBEAT_MS = 2000;
const ANSWER_MS = 2000;
const SLICE_MS = 100;

export interface Listening {
  url: string;
  origin: string;
  hear(news: ChangeNews): void;
  /** The other connections to the same server. */
  sockets: Sockets;
}

interface Connection {
  client: pg.Client;
  socket: Socket;
}

class Silence extends Error {}

export async function listen({ url, origin, hear, sockets }: Listening): Promise<() => Promise<void>> {
  let connection: Connection | undefined;
  let stopped = false;
  let isSuspect = false;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const socket = new Socket();
    const client = new pg.Client({ connectionString: url, keepAlive: true, stream: () => socket });
    client.on('notification', ({ payload }) => {
      const change = parse(payload ?? '', origin);
      if (change) hear(change);
    });
    const fresh = { client, socket };
    client.on('error', () => lose(fresh));
    client.on('end', () => lose(fresh));
    connection = fresh;
    const wasAnyHeard = sockets.listening();
    try {
      await answered(client.connect());
      await answered(client.query(`LISTEN ${CHANNEL}`));
      hear('anything');
      isSuspect = false;
      later(() => beat(fresh), HEARTBEAT_MS);
    } catch (error) {
      // One connection may have fallen silent by itself. Where a new one gets no answer either, and none of the others
      // did meanwhile, nobody is there, and nobody is to wait for them.
      if (isSuspect && !(error instanceof pg.DatabaseError) && !wasAnyHeard()) sockets.giveUp();
      lose(fresh);
    }
  }

  // A connection that is cut without a word would otherwise leave us disconnected without knowing.
  async function beat(current: Connection): Promise<void> {
    try {
      await answered(current.client.query('SELECT 1'));
      later(() => beat(current), HEARTBEAT_MS);
    } catch (error) {
      isSuspect ||= error instanceof Silence;
      lose(current);
    }
  }

  function lose(lost: Connection): void {
    if (stopped || connection !== lost) return;
    connection = undefined;
    lost.socket.destroy();
    hear('disconnected');
    later(connect, RETRY_MS);
  }

  function later(work: () => Promise<void>, delay: number): void {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(work, delay).unref();
  }

  await connect();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    if (!connection) return;
    await answered(connection.client.end()).catch(() => {});
    connection.socket.destroy();
  };
}

/**
 * Waits in slices, each of which lets the event loop turn at least once: one that lags would else miss answers that are
 * there already, and take itself for a server that fell silent.
 */
function answered<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let left = ANSWER_MS / SLICE_MS;
    const slices = setInterval(() => {
      left -= 1;
      if (left > 0) return;
      clearInterval(slices);
      reject(new Silence());
    }, SLICE_MS).unref();
    answer.then(resolve, reject).finally(() => clearInterval(slices));
  });
}

function parse(payload: string, origin: string): Change | undefined {
  const [from, topic, ids] = payload.split(' ');
  if (from === origin || (topic !== 'account' && topic !== 'visits')) return undefined;
  return { topic, accountIds: (ids ?? '').split(',').map(Number) };
}
