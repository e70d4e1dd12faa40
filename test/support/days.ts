// Days that pass for a service under test. A clock that jumps by more than a day would not be trusted.
import type { Api } from './api.ts';

const DAY = 24 * 3600 * 1_000_000;

/** Sets the clock forward, with maintenance every day and at the end. */
export async function passTime({ clock, upkeep }: Pick<Api, 'clock' | 'upkeep'>, until: number): Promise<void> {
  for (;;) {
    await upkeep();
    if (clock.now >= until) return;
    clock.now = Math.min(until, clock.now + DAY);
  }
}
