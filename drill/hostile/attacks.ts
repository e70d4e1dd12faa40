// All known attacks at once, by a process of lower priority.
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../../test/support/server.ts';
import { type Finding, tallied } from '../support/findings.ts';
import { ask, type Measurable, startScript } from '../support/processes.ts';
import type { Attacked, AttackOrder } from './attackers.ts';
import type { LargePage } from './large-page.ts';

/** The service, and what those who trouble it know. */
export interface Site extends Measurable {
  databaseUrl: string;
  dataDir: string;
  dashboardPort: number;
  /** Of the account with the largest page. */
  key: string;
  largePage: LargePage;
  /** How long visits are measured. */
  seconds: number;
}

export interface Trouble {
  name: string;
  /** How long before visits are measured it begins. */
  onsetMs: number;
  /** Resolves with what it found, once it is over. */
  cause(site: Site): Promise<Finding[]>;
}

const CONNECTIONS = 1000;
/** Until all connections of the attackers are open and each attack has started. */
const ONSET_MS = 3000;

export function attacks(t: TestContext): Trouble {
  return {
    name: 'all attacks at once',
    onsetMs: ONSET_MS,
    async cause({ url, port, key, largePage, seconds }) {
      const page = await call(url, 'GET /mallory', { headers: { 'accept-encoding': 'identity' } });
      const form = /action="([^"]+)"/.exec(page.text)?.[1];
      if (form === undefined) throw new Error('The large page has no form.');
      const attackers = startScript(t, new URL('attackers.ts', import.meta.url));
      const { documents } = largePage;
      const paths = { page: '/mallory', form: new URL(form, url).pathname };
      attackers.send({ port, key, ...paths, documents, connections: CONNECTIONS } satisfies AttackOrder);
      await sleep(ONSET_MS + 1000 * seconds);
      const attacked = await ask<Attacked>(attackers, 'stop');
      attackers.kill('SIGKILL');
      const faults = Object.values(attacked)
        .flatMap(Object.keys)
        .filter((outcome) => /^5/.test(outcome) && outcome !== '503');
      const figure = Object.entries(attacked).map(([attack, outcomes]) => `${attack} ${tallied(outcomes)}`);
      const target = 'no 5xx except 503';
      return [{ what: 'answers', figure: figure.join('; '), target, met: faults.length === 0 }];
    },
  };
}
