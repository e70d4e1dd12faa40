// What the API tells is what a client counted for itself, to the last visit, whichever of two processes is asked.
// `npm run drill -- tally` does it at length, with one process too.
import { describe, it } from 'node:test';
import { engines } from '../support/engines.ts';
import { runTally } from './tally/stage.ts';

const RUN = { processes: 2, requests: 800, seed: 1931 };

describe('the counts of people and bots, across midnight', () => {
  for (const engine of engines) {
    it(`are a client's own on ${engine.name}`, async (t) => {
      t.diagnostic(JSON.stringify(await runTally(t, engine, RUN)));
    });
  }
});
