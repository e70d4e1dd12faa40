// What the API tells is what a client counted for itself, to the last visit. `npm run drill -- tally` does it at length.
import { describe, it } from 'node:test';
import { engines } from '../support/engines.ts';
import { runTally } from './tally/stage.ts';

const REQUESTS = 1500;
const SEED = 1931;

describe('the counts of people and bots, across midnight', () => {
  for (const engine of engines) {
    for (const processes of [1, 2]) {
      it(`are a client's own on ${engine.name}, with ${processes} at work`, async (t) => {
        t.diagnostic(JSON.stringify(await runTally(t, engine, { processes, requests: REQUESTS, seed: SEED })));
      });
    }
  }
});
