// Starts the attacking process.
import type { TestContext } from 'node:test';
import { ask, startScript } from '../child.ts';
import type { Attacked, AttackOrder } from './attackers.ts';

export interface Attackers {
  start(order: AttackOrder): void;
  stop(): Promise<Attacked>;
}

export function startAttackers(t: TestContext): Attackers {
  const child = startScript(t, new URL('attackers.ts', import.meta.url));
  return {
    start: (order) => child.send(order),
    stop: () => ask<Attacked>(child, 'stop'),
  };
}
