// The thread that hashes passwords.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal } from '../../contract/errors.ts';
import { createPasswords } from '../../server/domain/sign-in/passwords/passwords.ts';

describe('The thread for passwords', () => {
  it('asks to try again if it ends before it has an answer', async () => {
    const passwords = createPasswords();
    const hashed = passwords.hash('three blue herons');
    setTimeout(passwords.close, 5);
    await assert.rejects(hashed, (error) => error instanceof Refusal && error.status === 503);
    await assert.rejects(
      passwords.hash('three blue herons'),
      (error) => error instanceof Refusal && error.status === 503,
    );
  });

  it('has a bounded queue, with room for those who signed in before', async () => {
    const passwords = createPasswords();
    const hash = `${'0'.repeat(32)}:${'0'.repeat(128)}`;
    const outcome = (isStranger: boolean) =>
      passwords.verify(hash, 'a guess', isStranger).catch((error: Refusal) => error.status);
    const strangers = Array.from({ length: 20 }, () => outcome(true));
    const others = Array.from({ length: 10 }, () => outcome(false));
    assert.deepEqual(await Promise.all(strangers), [...Array(16).fill(false), ...Array(4).fill(503)]);
    assert.deepEqual(await Promise.all(others), [...Array(8).fill(false), 503, 503]);
    passwords.close();
  });
});
