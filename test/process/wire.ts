// Raw HTTP, for bytes that no client library would send: bytes out, bytes in, and how the connection ended.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  body: any;
}

export interface Wire {
  readonly socket: Socket;
  /** Resolves when the bytes are sent; with a pause, in pieces. */
  send(bytes: string | Buffer, options?: { pieces: number; pauseMs: number }): Promise<void>;
  /** The next complete answer; rejects if the connection ends first. */
  answer(): Promise<WireAnswer>;
  /** Resolves when the connection ends: the bytes after the last answer, and an error if it was reset. */
  ended(): Promise<{ rest: string; error: string | undefined }>;
}

/** Reading starts with the first `answer`, as in a client that sends everything first. */
export async function openWire(t: TestContext, port: number): Promise<Wire> {
  const socket = connect({ port, host: '127.0.0.1' });
  const received: Buffer[] = [];
  let size = 0;
  let error: string | undefined;
  let closed = false;
  socket.on('error', (problem: NodeJS.ErrnoException) => {
    error = problem.code;
  });
  socket.on('close', () => {
    closed = true;
    socket.emit('news');
  });
  t.after(() => socket.destroy());
  await once(socket, 'connect');

  let reading = false;
  function read(): void {
    if (reading) return;
    reading = true;
    socket.on('data', (bytes: Buffer) => {
      received.push(bytes);
      size += bytes.length;
      socket.emit('news');
    });
  }

  function write(bytes: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      socket.write(bytes, (problem) => (problem ? reject(problem) : resolve()));
    });
  }

  return {
    socket,
    async send(bytes, { pieces, pauseMs } = { pieces: 1, pauseMs: 0 }) {
      const all = Buffer.from(bytes as string);
      const size = Math.ceil(all.length / pieces);
      for (let start = 0; start < all.length; start += size) {
        await write(all.subarray(start, start + size));
        if (pauseMs > 0) await sleep(pauseMs);
      }
    },
    async answer() {
      read();
      let needed = 1;
      for (;;) {
        if (size >= needed) {
          const bytes = Buffer.concat(received.splice(0));
          const { answer, length } = parseAnswer(bytes);
          received.push(answer ? bytes.subarray(length) : bytes);
          size = received[0]!.length;
          if (answer) return answer;
          needed = Math.max(length, size + 1);
        }
        if (closed)
          throw new Error(
            `No whole answer, ${error ?? 'closed'} after ${size} bytes: ${received[0]?.toString('utf8', 0, 1000)}`,
          );
        await once(socket, 'news');
      }
    },
    async ended() {
      read();
      if (!closed) await once(socket, 'close');
      return { rest: Buffer.concat(received).toString(), error };
    },
  };
}

function parseAnswer(bytes: Buffer): { answer?: WireAnswer; length: number } {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return { length: 0 };
  const [statusLine, ...lines] = bytes.subarray(0, headEnd).toString().split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) headers[line.slice(0, line.indexOf(':')).toLowerCase()] = line.slice(line.indexOf(':') + 2);
  const length = headEnd + 4 + Number(headers['content-length'] ?? 0);
  if (bytes.length < length) return { length };
  const text = bytes.subarray(headEnd + 4, length).toString();
  const isJson = headers['content-type']?.startsWith('application/json');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine!)?.[1]);
  return { answer: { status, headers, text, body: isJson ? JSON.parse(text) : undefined }, length };
}
