// Whether a block is on. One that is off is not on the page, and nothing in it answers visitors.
import type { BlockRow } from '../../storage/tables.ts';
import { storedJson } from '../stored-json.ts';

/** Anything but `false` counts as on, as in every stored value that is missing or invalid. */
export function isBlockOn({ settings }: Pick<BlockRow, 'settings'>): boolean {
  return (storedJson(settings) as { enabled?: unknown } | null | undefined)?.enabled !== false;
}
