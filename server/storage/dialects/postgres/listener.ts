// Listens for changes of other processes, reconnects when the connection is lost, and reports when it is disconnected.
// Its heartbeat also detects a server that no longer answers.
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
  report(news: ChangeNews): void;
  /** The other connections to the same server. */
  sockets: Sockets;
}

interface Connection {
  client: pg.Client;
  socket: Socket;
}

class AnswerTimeout extends Error {}

export async function listen({ url, origin, report, sockets }: Listening): Promise<() => Promise<void>> {
  let connection: Connection | undefined;
  let stopped = false;
  let isServerSuspect = false;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const socket = new Socket();
    const client = new pg.Client({ connectionString: url, keepAlive: true, stream: () => socket });
    client.on('notification', ({ payload }) => {
      const change = parse(payload ?? '', origin);
      if (change) report(change);
    });
    const fresh = { client, socket };
    client.on('error', () => disconnect(fresh));
    client.on('end', () => disconnect(fresh));
    connection = fresh;
    const hasReceivedData = sockets.watchTraffic();
    try {
      await withTimeout(client.connect());
      await withTimeout(client.query(`LISTEN ${CHANNEL}`));
      report('anything');
      isServerSuspect = false;
      later(() => heartbeat(fresh), HEARTBEAT_MS);
    } catch (error) {
      // A single connection may hang. If a new one gets no answer either, and no other connection received any data in
      // the meantime, the server is gone. Pending queries should then fail at once.
      if (isServerSuspect && !(error instanceof pg.DatabaseError) && !hasReceivedData()) sockets.destroyAll();
      disconnect(fresh);
    }
  }

  // Detects a connection that was cut silently.
  async function heartbeat(current: Connection): Promise<void> {
    try {
      await withTimeout(current.client.query('SELECT 1'));
      later(() => heartbeat(current), HEARTBEAT_MS);
    } catch (error) {
      isServerSuspect ||= error instanceof AnswerTimeout;
      disconnect(current);
    }
  }

  function disconnect(lost: Connection): void {
    if (stopped || connection !== lost) return;
    connection = undefined;
    lost.socket.destroy();
    report('disconnected');
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
    await withTimeout(connection.client.end()).catch(() => {});
    connection.socket.destroy();
  };
}

/**
 * Waits in short slices, so that the event loop runs between them. One long timer in a lagging event loop would fire
 * before answers that have already arrived are read, and report a silent server.
 */
function withTimeout<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let left = ANSWER_MS / SLICE_MS;
    const slices = setInterval(() => {
      left -= 1;
      if (left > 0) return;
      clearInterval(slices);
      reject(new AnswerTimeout());
    }, SLICE_MS).unref();
    answer.then(resolve, reject).finally(() => clearInterval(slices));
  });
}

function parse(payload: string, origin: string): Change | undefined {
  const [from, topic, ids] = payload.split(' ');
  if (from === origin || (topic !== 'account' && topic !== 'visits')) return undefined;
  return { topic, accountIds: (ids ?? '').split(',').map(Number) };
}
