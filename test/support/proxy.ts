// A stretch of network between us and a server, which a test can cut, or let fall silent without a word.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

export interface Proxy {
  /** The server's address, through here. */
  readonly url: string;
  /** Ends every connection and refuses new ones. */
  cut(): void;
  /** Keeps every connection, and accepts new ones, but carries nothing. */
  silence(): void;
  /** Does so as soon as these were said to the server on one connection, in this order: the answer is lost. */
  silenceAfter(...words: string[]): void;
  /** As before; connections that had fallen silent are lost. */
  restore(): void;
}

export async function startProxy(t: TestContext, serverUrl: string): Promise<Proxy> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'silent' = 'open';
  let lastWords: string[] = [];

  const server = createServer((near) => {
    if (state === 'cut') return near.destroy();
    keep(near);
    if (state === 'silent') return;
    const far = keep(connect(Number(target.port || 5432), target.hostname));
    let said = 0;
    carry(near, far, (bytes) => {
      const next = lastWords[said];
      if (next === undefined || !bytes.includes(next)) return;
      said += 1;
      if (said === lastWords.length) state = 'silent';
    });
    carry(far, near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  function keep(socket: Socket): Socket {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    return socket;
  }
  function carry(from: Socket, to: Socket, carried?: (bytes: Buffer) => void): void {
    from.on('data', (bytes) => {
      if (state !== 'open') return;
      to.write(bytes);
      carried?.(bytes);
    });
    from.on('close', () => {
      if (state !== 'silent') to.destroy();
    });
  }
  function dropAll(): void {
    for (const socket of sockets) socket.destroy();
  }

  t.after(() => {
    dropAll();
    server.close();
  });
  const url = new URL(serverUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    cut() {
      state = 'cut';
      dropAll();
    },
    silence() {
      state = 'silent';
    },
    silenceAfter(...words) {
      lastWords = words;
    },
    restore() {
      dropAll();
      state = 'open';
    },
  };
}
