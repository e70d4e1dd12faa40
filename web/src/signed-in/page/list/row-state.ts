// Whether a block or an item is on the page now.
import type { BlockItem } from '../../../../../clients/typescript/index.ts';

export type ScheduleState = 'scheduled' | 'live' | 'ended';

export function isOn({ settings }: { settings: Record<string, unknown> | null }): boolean {
  return settings?.enabled !== false;
}

/** Undefined without a schedule. */
export function scheduleState({ settings }: Pick<BlockItem, 'settings'>, now: number): ScheduleState | undefined {
  const [from, to] = [instantOf(settings?.from), instantOf(settings?.to)];
  if (from === undefined && to === undefined) return undefined;
  if (from !== undefined && now < from) return 'scheduled';
  return to !== undefined && now >= to ? 'ended' : 'live';
}

function instantOf(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
