// A TCP proxy in front of a server that a test can cut or make unresponsive.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

export interface Proxy {
  /** The server's URL through this proxy. */
  readonly url: string;
  /** Closes every connection and rejects new ones. */
  cut(): void;
  /** Keeps connections and accepts new ones, but forwards nothing. */
  silence(): void;
  /** Does so once one connection has sent these words to the server in this order: the answer is lost. */
  silenceAfter(...words: string[]): void;
  /** Works again; silenced connections are closed. */
  restore(): void;
}

export async function startProxy(t: TestContext, serverUrl: string): Promise<Proxy> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'silent' = 'open';
  let lastWords: string[] = [];

  const server = createServer((near) => {
    if (state === 'cut') return near.destroy();
    track(near);
    if (state === 'silent') return;
    const far = track(connect(Number(target.port || 5432), target.hostname));
    let matched = 0;
    forward(near, far, (bytes) => {
      const next = lastWords[matched];
      if (next === undefined || !bytes.includes(next)) return;
      matched += 1;
      if (matched === lastWords.length) state = 'silent';
    });
    forward(far, near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  function track(socket: Socket): Socket {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    return socket;
  }
  function forward(from: Socket, to: Socket, forwarded?: (bytes: Buffer) => void): void {
    from.on('data', (bytes) => {
      if (state !== 'open') return;
      to.write(bytes);
      forwarded?.(bytes);
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
  url.searchParams.delete('host');
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
