// Connections that send a request as soon as the last one is answered, with minimal work per answer: a client that parses
// everything needs more time than a bare server, and would measure itself.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Asked {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** This many requests instead of a duration. */
  readonly amount?: number | undefined;
  /** Unlimited if undefined. */
  readonly requestsPerSecond?: number | undefined;
  /** The bytes of the next request. */
  next(): Buffer;
  /** With the time since the request, or since it was due if there is a rate: time in a queue counts. */
  answered(status: number, head: string, ms: number): void;
  /** Without this, a connection that fails ends all. */
  failed?(reason: string): void;
}

export interface Answered {
  readonly requests: number;
  readonly seconds: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const STATUS_AT = 'HTTP/1.1 '.length;

export async function askAll(load: Asked): Promise<Answered> {
  const { url, connections, seconds, amount, requestsPerSecond = Number.POSITIVE_INFINITY, next } = load;
  const { hostname, port } = new URL(url);
  const began = performance.now();
  const deadline = amount === undefined ? began + 1000 * seconds : Number.POSITIVE_INFINITY;
  let [asked, requests] = [0, 0];
  let isOver = false;

  async function askOn(socket: Socket): Promise<void> {
    await once(socket, 'connect');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let rest: Buffer | undefined;
    /** Bytes of the body not received yet. */
    let missing = 0;
    let since = 0;
    let [status, head] = [0, ''];

    function ask(): void {
      if (performance.now() >= deadline || asked === amount) {
        resolve();
        return;
      }
      // Requests ahead of the rate wait.
      const now = performance.now();
      const wait = (1000 * asked) / requestsPerSecond - (now - began);
      since = requestsPerSecond === Number.POSITIVE_INFINITY ? now : now + wait;
      asked += 1;
      if (wait >= 1) setTimeout(() => socket.write(next()), wait);
      else socket.write(next());
    }

    function receive(chunk: Buffer): void {
      if (missing > 0) {
        missing -= chunk.length;
        if (missing === 0) answered();
        return;
      }
      const data = rest ? Buffer.concat([rest, chunk]) : chunk;
      const end = data.indexOf(HEAD_END);
      rest = end < 0 ? data : undefined;
      if (end < 0) return;
      head = data.toString('latin1', 0, end);
      status = Number(head.slice(STATUS_AT, STATUS_AT + 3));
      missing = bodyLength(head, status) - (data.length - end - HEAD_END.length);
      if (missing === 0) answered();
    }

    function answered(): void {
      requests += 1;
      load.answered(status, head, performance.now() - since);
      ask();
    }

    let reason = 'connection closed';
    socket.on('data', receive);
    socket.on('error', ({ message }) => {
      reason = message;
    });
    socket.on('close', () => {
      if (!load.failed) reject(new Error(reason));
      else if (!isOver) load.failed(reason);
      resolve();
    });
    ask();
    await promise;
  }

  const sockets = Array.from({ length: connections }, () =>
    connect({ host: hostname, port: Number(port), noDelay: true }),
  );
  try {
    await Promise.all(sockets.map(askOn));
  } finally {
    isOver = true;
    for (const socket of sockets) socket.destroy();
  }
  return { requests, seconds: (performance.now() - began) / 1000 };
}

function bodyLength(head: string, status: number): number {
  if (status === 204 || status === 304) return 0;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`The answer has no length: ${head}`);
  return Number(length);
}

/** The bytes of a GET. A body has its parameters. */
export function requestBytes(url: string, headers: Readonly<Record<string, string>>, body?: string): Buffer {
  const { host, pathname, search } = new URL(url);
  const all = { host, ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}
