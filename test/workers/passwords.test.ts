// The thread that hashes passwords.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '../../contract/errors.ts';
import { createPasswords, type PasswordUser } from '../../server/domain/sign-in/passwords/passwords.ts';

const NOBODY = `${'0'.repeat(32)}:${'0'.repeat(128)}`;

describe('The thread for passwords', () => {
  const wait = { pause() {}, resume() {}, closed: false };
  const from = (number: number): PasswordUser => {
    const address = `10.0.${number >> 8}.${number & 255}`;
    return { networks: [{ name: address, shares: 1 }], login: `somebody-${number}`, wait };
  };
  const knownFrom = (number: number, accountId: number): PasswordUser => ({ ...from(number), accountId });

  it('asks to try again if it ends before it has an answer', async () => {
    const passwords = createPasswords();
    const hashed = passwords.hash('three blue herons', from(1));
    setTimeout(passwords.close, 5);
    await assert.rejects(hashed, (error) => error instanceof ApiError && error.status === 503);
    await assert.rejects(
      passwords.hash('three blue herons', from(1)),
      (error) => error instanceof ApiError && error.status === 503,
    );
  });

  /** Who is refused at once. The others wait until the thread is stopped. */
  async function refused(users: readonly PasswordUser[]): Promise<number[]> {
    const passwords = createPasswords();
    const outcomes: string[] = [];
    const all = users.map((user, index) =>
      passwords.verify(NOBODY, 'a guess', user).catch((error: ApiError) => {
        outcomes[index] = String(error.status);
      }),
    );
    await new Promise(setImmediate);
    const atOnce = users.flatMap((_, index) => (outcomes[index] === '503' ? index : []));
    await passwords.close();
    await Promise.all(all);
    return atOnce;
  }
  const many = <T>(count: number, make: (number: number) => T): T[] =>
    Array.from({ length: count }, (_, number) => make(number));

  it('has a bounded queue for strangers, and another for people who are known', async () => {
    // The first one does not wait: it is being verified.
    const strangers = many(202, from);
    const known = many(201, (number) => knownFrom(number, 1 + number));
    assert.deepEqual(await refused([...strangers, ...known]), [201, 402]);
  });

  it('lets an account and a network wait for themselves only', async () => {
    const oneAccount = many(30, (number) => knownFrom(number, 1));
    assert.deepEqual(
      await refused([from(900), ...oneAccount, knownFrom(901, 2)]),
      many(24, (number) => 7 + number),
    );
    const oneNetwork = many(60, (number) => ({ ...from(1), login: `somebody-${number}` }));
    assert.deepEqual(
      await refused([from(900), ...oneNetwork, from(2)]),
      many(10, (number) => 51 + number),
    );
  });

  it('takes slots from networks that have many', async () => {
    const crowds = many(4, (network) =>
      many(50, (number) => ({ ...from(network), login: `somebody-${network}-${number}` })),
    ).flat();
    const others = many(40, (number) => from(100 + number));
    const displaced = await refused([from(900), ...crowds, ...others]);
    assert.equal(displaced.length, 40);
    assert.ok(displaced.every((index) => index >= 1 && index <= 200));
  });

  it('is not used for clients who have disconnected', async () => {
    const passwords = createPasswords();
    const first = passwords.verify(NOBODY, 'a guess', from(1));
    const gone = passwords.verify(NOBODY, 'a guess', { ...from(2), wait: { ...wait, closed: true } });
    assert.equal(await first, false);
    await assert.rejects(gone, (error) => error instanceof ApiError && error.status === 503);
    await passwords.close();
  });
});
