// Guesses passwords: 1,000 at once against one account, and 1,000 against as many accounts, each from another network.
// Guessing is throttled, and the owner gets in.
import type { TestContext } from 'node:test';
import { createAccount } from '../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { createClock } from '../../server/system/clock.ts';
import { type Finding, seconds, tally, thousands } from '../support/findings.ts';
import { ask, startScript } from '../support/processes.ts';
import { withStore } from '../support/with-store.ts';
import type { Site, Trouble } from './attacks.ts';
import { type SignedIn, signIn } from './client.ts';
import type { Guessed, GuessOrder } from './guesser.ts';

const GUESSES = 1000;
const owner = { login: 'owner@example.com', password: 'three blue herons', address: '10.1.2.3' };
/** The owner's browser is known, and does not wait for strangers. A loaded machine takes longer. */
const MAX_OWNER_MS = 10_000;

export async function guesses(t: TestContext, databaseUrl: string): Promise<Trouble[]> {
  const account = { username: 'owner', name: 'Owner', email: owner.login, password: owner.password };
  await withStore(databaseUrl, (store) => createAccount(store, account, commandLine, createClock()()));
  const guesser = startScript(t, new URL('guesser.ts', import.meta.url));
  let device = '';
  const troubleOf = (name: string, logins: readonly string[], maxChecked: number): Trouble => ({
    name,
    onsetMs: 0,
    async cause({ dashboardPort }: Site) {
      // Once: afterwards, guesses have used up the attempts of strangers.
      device ||= (await signIn(dashboardPort, owner)).device;
      const guessing = ask<Guessed>(guesser, { port: dashboardPort, logins } satisfies GuessOrder);
      const [guessed, owned] = await Promise.all([guessing, signIn(dashboardPort, { ...owner, device })]);
      return findingsOf(guessed, owned, maxChecked);
    },
  });
  const many = Array.from({ length: GUESSES }, (_, index) => `person${index + 1}@example.com`);
  // Five failures of one account cost no time, and few more follow within seconds. Of many accounts, as many are checked as
  // the queue takes while the guesses arrive: 200, and those that make room.
  return [
    troubleOf('guesses of one password', Array(GUESSES).fill(owner.login), 8),
    troubleOf('guesses of many passwords', many, 300),
  ];
}

function findingsOf({ statuses, withoutRetryAfter, ms }: Guessed, owned: SignedIn, maxChecked: number): Finding[] {
  const checked = statuses.filter((status) => status === 401).length;
  // The dashboard closes connections beyond its limit.
  const isThrottled = statuses.every((status) => [401, 429, 503, 'closed'].includes(status)) && withoutRetryAfter === 0;
  return [
    {
      what: `${thousands(GUESSES)} at once`,
      figure: `${tally(statuses)}, in ${seconds(ms)}; refused without Retry-After: ${withoutRetryAfter}`,
      target: `at most ${maxChecked} × 401; others 429 or 503 with Retry-After, or closed`,
      met: isThrottled && checked <= maxChecked,
    },
    {
      what: 'the owner signs in meanwhile',
      figure: `${owned.status} after ${seconds(owned.ms)}`,
      target: `200 within ${seconds(MAX_OWNER_MS)}`,
      met: owned.status === 200 && owned.ms <= MAX_OWNER_MS,
    },
  ];
}
