// Starts the process that guesses.
import type { TestContext } from 'node:test';
import { ask, startScript } from '../child.ts';
import type { Guessed, GuessOrder } from './guesser-process.ts';

export type { Guessed };

export function startGuesser(t: TestContext): { guess(order: GuessOrder): Promise<Guessed> } {
  const child = startScript(t, new URL('guesser-process.ts', import.meta.url));
  return { guess: (order) => ask<Guessed>(child, order) };
}
