// A restart of the service as seen by a client that keeps sending requests.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, pixelNamed } from '../../test/support/server.ts';
import type { Finding } from '../drill.ts';
import type { Visitor } from './visitor.ts';

const PAUSE_MS = 10;
const AWAY_MS = 1000;
const BACK_MS = 1000;
const TARGET_MS = 5000;

export interface Restart {
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Reads and writes in turn, on new connections, while the service is stopped and started again. */
export async function watchRestart(visitor: Visitor, { stop, start }: Restart): Promise<Omit<Finding, 'what'>> {
  const answers: { answer: Answer; at: number }[] = [];
  let asking = true;
  const asked = (async () => {
    for (let turn = 0; asking; turn += 1) {
      answers.push({ answer: await ask(visitor, turn), at: performance.now() });
      await sleep(PAUSE_MS);
    }
  })();
  await stop();
  await sleep(AWAY_MS);
  await start();
  const back = performance.now();
  await sleep(BACK_MS);
  asking = false;
  await asked;

  const good = answers.filter(({ answer }) => answer.status === 200);
  const away = answers.filter(({ answer }) => isProper503(answer));
  const odd = answers.find((one) => !good.includes(one) && !away.includes(one))?.answer;
  const after = (good.find(({ at }) => at > back)?.at ?? Number.POSITIVE_INFINITY) - back;
  return {
    figure: odd
      ? `${odd.status}: ${odd.text.slice(0, 80)}`
      : `${good.length} × 200, ${away.length} × 503; 200 again after ${Math.round(after)} ms`,
    target: `200, or 503 in JSON with Retry-After; 200 again within ${TARGET_MS} ms`,
    met: odd === undefined && away.length > 0 && after < TARGET_MS,
  };
}

function ask(visitor: Visitor, turn: number): Promise<Answer> {
  return turn % 2 === 0
    ? visitor.ask('GET /api/v1/user')
    : visitor.ask('POST /api/v1/pixels', { body: JSON.stringify(pixelNamed(`Added ${turn}`)) });
}

/** A 503 in the API's format with Retry-After. */
function isProper503({ status, headers, body }: Answer): boolean {
  return status === 503 && body?.code === 'unavailable' && Number(headers['retry-after']) > 0;
}
