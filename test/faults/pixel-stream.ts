// Clients that create pixels. A client without an answer repeats its request to the next service with the
// same Idempotency-Key. An account can have few pixels: once these are asked for, clients repeat requests.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../contract/limits.ts';
import { pixelNamed, type Server } from '../support/server.ts';

const CLIENTS = 8;
const PAUSE_MS = 10;
const MAX_PIXELS = limits.pixels - 5;

export interface PixelStream {
  readonly asked: ReadonlySet<string>;
  readonly acknowledged: ReadonlyMap<string, number>;
  /** Runs until the service is gone. */
  startOn(server: Server): { underWay(): Promise<void>; ended: Promise<unknown> };
  /** Sends nothing new, and repeats unanswered requests until they are answered. */
  finish(server: Pick<Server, 'call'>): Promise<void>;
}

export function createPixelStream(key: string): PixelStream {
  const asked = new Set<string>();
  const acknowledged = new Map<string, number>();
  const unanswered: string[] = [];
  let finishing = false;
  let repeated = 0;

  function nextName(): string {
    const again = unanswered.shift();
    if (again !== undefined) return again;
    repeated = (repeated % MAX_PIXELS) + 1;
    const name = `pixel-${asked.size < MAX_PIXELS ? asked.size + 1 : repeated}`;
    asked.add(name);
    return name;
  }

  /** Returns whether there was an answer. */
  async function send(server: Pick<Server, 'call'>, name: string): Promise<boolean> {
    const headers = { 'idempotency-key': name };
    try {
      const { status, text, body } = await server.call('POST /api/v1/pixels', { key, headers, json: pixelNamed(name) });
      assert.equal(status, 200, text);
      assert.equal(body.response.id, acknowledged.get(name) ?? body.response.id, 'the answer stays the same');
      acknowledged.set(name, body.response.id);
      return true;
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      unanswered.push(name);
      return false;
    }
  }

  return {
    asked,
    acknowledged,
    startOn(server) {
      let count = 0;
      let isGone = false;
      async function client(): Promise<void> {
        try {
          while (!finishing && (await send(server, nextName()))) {
            count += 1;
            await sleep(PAUSE_MS);
          }
        } finally {
          isGone = true;
        }
      }
      return {
        async underWay() {
          while (count < CLIENTS && !isGone) await sleep(5);
        },
        ended: Promise.all(Array.from({ length: CLIENTS }, client)),
      };
    },
    async finish(server) {
      finishing = true;
      await sleep(100);
      for (let name = unanswered.shift(); name !== undefined; name = unanswered.shift()) await send(server, name);
      const answered = [...acknowledged.keys()];
      for (const name of answered.filter((_, index) => index % 10 === 0)) await send(server, name);
    },
  };
}
