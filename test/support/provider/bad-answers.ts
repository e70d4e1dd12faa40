// Answers of a provider that a client must not wait for, read to their end, or follow. Each is valid after all, so a client
// that does not defend itself accepts it.
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Late; in small pieces until late; after many megabytes; or at another address. */
export type BadAnswer = 'late' | 'drip' | 'flood' | 'redirect';

export const MOVED = '/moved';
/** More than a client waits. */
const LATE_MS = 9000;
const PIECE_MS = 100;
const PIECE = Buffer.alloc(64 * 1024, ' ');
const FLOOD_PIECES = 256;

export async function answerBadly(how: BadAnswer, path: string, response: ServerResponse, body: string): Promise<void> {
  if (how === 'redirect') {
    response.writeHead(307, { location: MOVED + path }).end();
    return;
  }
  if (how === 'late') await sleep(LATE_MS, undefined, { ref: false });
  response.writeHead(200, { 'content-type': 'application/json' });
  // The client closes the connection.
  await pipeline(how === 'late' ? [body] : spacesBefore(body, how), response).catch(() => {});
}

async function* spacesBefore(body: string, how: 'drip' | 'flood') {
  if (how === 'flood') for (let piece = 0; piece < FLOOD_PIECES; piece += 1) yield PIECE;
  for (let at = 0; how === 'drip' && at < LATE_MS; at += PIECE_MS) {
    yield ' ';
    await sleep(PIECE_MS, undefined, { ref: false });
  }
  yield body;
}
