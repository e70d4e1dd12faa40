// `fingerpost reload` reaches the primary through a socket in DATA_DIR, which only the service's user can open. Unlike a
// signal, it carries the new settings there and the outcome back.
import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ApiError } from '../../contract/errors.ts';
import type { Environment } from '../config.ts';
import { PRIVATE_FILE } from '../system/private-files.ts';

const MAX_REQUEST_BYTES = 1024 * 1024;

interface Outcome {
  done: boolean;
  message: string;
}

/** Of this machine: several may share DATA_DIR. */
export function controlSocketOf(dataDir: string): string {
  return join(dataDir, `control-${hostname()}.sock`);
}

/** Rejects if another primary listens there already. */
export async function listenForReloads(
  path: string,
  reload: (settings: Environment) => Promise<string>,
): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    answer(socket).catch(() => socket.destroy());
  });

  async function answer(socket: Socket): Promise<void> {
    socket.on('error', () => {});
    const outcome = await reload(JSON.parse(await receive(socket))).then(
      (message): Outcome => ({ done: true, message }),
      (error: Error): Outcome => ({ done: false, message: error.message }),
    );
    socket.end(JSON.stringify(outcome));
  }

  await removeIfDead(path);
  server.listen(path);
  await once(server, 'listening');
  chmodSync(path, PRIVATE_FILE);
  return server;
}

/** Asks the primary to replace its workers, with these settings. Resolves with what it says. */
export async function requestReload(path: string, settings: Environment): Promise<string> {
  const socket = connect({ path, allowHalfOpen: true });
  try {
    await once(socket, 'connect');
  } catch (error) {
    const sentence = `No service with workers runs here: nothing listens on ${path}. With WORKERS=1, restart it instead.`;
    throw new ApiError('unavailable', sentence, { cause: error });
  }
  socket.end(JSON.stringify(settings));
  const outcome = await text(socket).then(
    (received) => JSON.parse(received) as Outcome,
    (): Outcome => ({ done: false, message: 'The service ended during the reload.' }),
  );
  if (!outcome.done) throw new ApiError('internal', outcome.message);
  return outcome.message;
}

async function receive(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_REQUEST_BYTES) throw new Error('the request is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** A killed primary leaves its socket behind. */
async function removeIfDead(path: string): Promise<void> {
  const socket = connect(path);
  const isAlive = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  if (!isAlive) rmSync(path, { force: true });
}
