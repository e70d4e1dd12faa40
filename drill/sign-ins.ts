// 1,000 sign-ins by 200 clients at once, half of them with a wrong password. Each client has a network of its own. Nobody
// with the right password is refused because of others, not even while they guess the passwords of the same account.
import { scryptSync } from 'node:crypto';
import { createAccount } from '../server/domain/accounts/accounts.ts';
import { commandLine } from '../server/domain/accounts/actor.ts';
import { createClock } from '../server/system/clock.ts';
import type { Trouble } from './hostile/attacks.ts';
import { type Client, type SignedIn, signIn } from './hostile/client.ts';
import { disturb, onEach } from './hostile/disturb.ts';
import { type Finding, quantile, seconds, type Trial, tally } from './support/findings.ts';
import { withStore } from './support/with-store.ts';

/** Of each twenty clients. All except guessers have an account of their own. */
const groups = {
  owners: 8,
  'owners in a known browser, guessed at': 1,
  'owners in a new browser, guessed at': 1,
  'people who mistype': 2,
  guessers: 8,
};
const SIGN_INS = 5;
const MAX_WAIT_MS = 30_000;
const PASSWORD = 'three blue herons';

type Member = Client & ReturnType<typeof clientOf>;

export const signIns: Trial = ({ say, quick }) =>
  onEach(say, (t, engine, say) => disturb(t, engine, quick, say, async (url) => [await manyClients(url, quick)]));

async function manyClients(databaseUrl: string, quick: boolean): Promise<Trouble> {
  const all = Object.entries(groups).flatMap(([group, count]) => Array<string>(count * (quick ? 1 : 10)).fill(group));
  const clients: Member[] = all.map(clientOf);
  const guessers = clients.filter(({ group }) => group === 'guessers');
  const guessed = clients.filter(({ group }) => group.endsWith('guessed at'));
  // Each account is guessed at through both of its names.
  for (const [index, guesser] of guessers.entries()) {
    const { login, username } = guessed[index % guessed.length]!;
    guesser.login = index % (2 * guessed.length) < guessed.length ? login : username;
  }
  const salt = '5a'.repeat(16);
  const key = scryptSync(PASSWORD, salt, 64, { N: 16384, r: 16, p: 1, maxmem: 2 ** 26 });
  await withStore(databaseUrl, async (store) => {
    for (const { username, login: email } of clients.slice(0, -guessers.length)) {
      const account = { username, email, passwordHash: `${salt}:${key.toString('hex')}` };
      await createAccount(store, account, commandLine, createClock()());
    }
  });
  return {
    name: `${SIGN_INS * clients.length} sign-ins by ${clients.length} clients`,
    onsetMs: 0,
    async cause({ dashboardPort }) {
      for (const client of clients.filter(({ group }) => group.includes('known browser'))) {
        client.device = (await signIn(dashboardPort, client)).device;
      }
      const began = performance.now();
      const results = await Promise.all(
        clients.map(async (client) => {
          const answers: SignedIn[] = [];
          while (answers.length < SIGN_INS) answers.push(await signIn(dashboardPort, client));
          return { ...client, answers };
        }),
      );
      const ms = performance.now() - began;
      const checked = results.flatMap(({ answers }) =>
        answers.filter(({ status }) => status === 200 || status === 401),
      );
      const figure = `${checked.length} in ${seconds(ms)}: ${((1000 * checked.length) / ms).toFixed(1)} a second`;
      const found = [...Map.groupBy(results, ({ group }) => group).values()].map(findingOf);
      return [...found, { what: 'checked passwords', figure }];
    },
  };
}

function clientOf(group: string, index: number) {
  const username = `person-${index + 1}`;
  const isRight = group.startsWith('owners');
  const password = isRight ? PASSWORD : 'four grey herons';
  return { group, username, isRight, password, login: `${username}@example.org`, address: `10.100.0.${index + 1}` };
}

/** Of a group of clients. */
function findingOf(results: readonly (Member & { answers: SignedIn[] })[]): Finding {
  const { group, isRight } = results[0]!;
  const answers = results.flatMap(({ answers }) => answers);
  const times = answers.map(({ ms }) => ms);
  const refused = results.filter(({ answers }) => answers.some(({ status }) => status !== 200));
  const expected = isRight ? [200] : [401, 429, 503];
  const isExpected = answers.every(({ status }) => expected.includes(Number(status)));
  const outcomes = tally(answers.map(({ status, why }) => `${status} ${why.replace(/\d+/, 'N')}`.trim()));
  const wait = `waited ${seconds(quantile(times, 0.5))} (median) to ${seconds(Math.max(...times))}`;
  const retry = `Retry-After at most ${Math.max(...answers.map(({ retryAfter }) => retryAfter))} s`;
  return {
    what: `${results.length} ${group}`,
    figure: `${outcomes}; ${wait}; ${refused.length} clients refused at least once, ${retry}`,
    target: `only ${expected.join(', ')}${isRight ? `, within ${seconds(MAX_WAIT_MS)}` : ''}`,
    met: isExpected && (!isRight || Math.max(...times) <= MAX_WAIT_MS),
  };
}
