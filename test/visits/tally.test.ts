// The counts of the API equal those that a client made, exactly, from each of two processes. `npm run drill -- tally`
// does the same for longer, also with one process.
import { describe, it } from 'node:test';
import { engines } from '../support/engines.ts';
import { runTally } from './tally/stage.ts';

const RUN = { processes: 2, requests: 400, seed: 1931 };

describe('the counts of people and bots, across midnight', () => {
  for (const engine of engines) {
    it(`equal those of a client on ${engine.name}`, async (t) => {
      t.diagnostic(JSON.stringify(await runTally(t, engine, RUN)));
    });
  }
});
