// Measures the duration of each statement, by its first word. Without an observer, nothing is measured.
import type { KyselyConfig } from 'kysely';
import type { Observe } from './dialect.ts';

const observed = new Set(['select', 'insert', 'update', 'delete', 'begin', 'commit', 'rollback']);

export function measured(observe: Observe | undefined): Pick<KyselyConfig, 'log'> {
  if (!observe) return {};
  return {
    log({ level, query, queryDurationMillis }) {
      const word = /^\s*(\w+)/.exec(query.sql)?.[1]?.toLowerCase() ?? '';
      observe(observed.has(word) ? word : 'other', queryDurationMillis / 1000, level === 'error');
    },
  };
}
