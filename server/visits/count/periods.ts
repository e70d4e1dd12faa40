// Adds rolled-up counts to the rows of their quarter of an hour, day and month. Days also contain figures by quarter of
// the day, so that a series of a year needs one short row per day. All links together also contain the figures of each
// link, so that those of a period are read in few rows.
import type { Transaction } from 'kysely';
import { DAY, type Micros } from '../../../contract/time.ts';
import type { Dialect } from '../../storage/dialects/dialect.ts';
import type { Tables } from '../../storage/tables.ts';
import { QUARTER } from '../../storage/visits/visit-events.ts';
import {
  type PeriodKey,
  type PeriodRow,
  periodStart,
  putPeriods,
  readPeriods,
  SHARED,
  TIERS,
  type Tier,
} from '../../storage/visits/visit-periods.ts';
import { ALL_LINKS, type Dimension, PAGE, type RollupValues } from '../../storage/visits/visits.ts';
import { addCount, type Counts } from './counts.ts';
import { innerMap } from './nested-maps.ts';
import { removeLongest, type SharedLists, type StoredList, setList, storedList, withCounts } from './period-text.ts';

/**
 * Longer dimensions move to their own rows. A read of one dimension reads at most this much of the others. PostgreSQL
 * compresses rows of more than 2,000 bytes, and would have to decompress a year of them for each series.
 */
const MAX_SHARED_LENGTH = 1900;

const everyTier = [TIERS.month, TIERS.day, TIERS.quarter] as const;

interface Period {
  accountId: number;
  targetId: number;
  tier: Tier;
  start: Micros;
  counts: Counts;
}

/** The caller holds the lock of the accounts' counts. */
export async function addToPeriods(
  tx: Transaction<Tables>,
  dialect: Dialect,
  counts: readonly RollupValues[],
): Promise<void> {
  const periods = periodsOf(counts);
  const shared = await readRows(
    tx,
    dialect,
    periods.map((period) => keyOf(period, SHARED)),
  );
  const stored = periods.map((period) => {
    const row = shared.get(nameOf(keyOf(period, SHARED)));
    return row === undefined ? [] : (JSON.parse(row) as SharedLists);
  });
  const separate = await readRows(
    tx,
    dialect,
    periods.flatMap((period, index) =>
      [...period.counts.keys()]
        .filter((dimension) => storedList(stored[index]!, dimension) === null)
        .map((dimension) => keyOf(period, dimension)),
    ),
  );
  const rows = periods.flatMap((period, index) => {
    return rowsOf(period, stored[index]!, (dimension) => separate.get(nameOf(keyOf(period, dimension))));
  });
  await putPeriods(tx, dialect, rows);
}

/** Months first, so that rows of the same account are written in the same order by every process. */
function periodsOf(counts: readonly RollupValues[]): Period[] {
  const periods = createPeriods();
  for (const [accountId, targetId, bucket, dimension, key, visits, uniques] of counts) {
    const own = periods.at(accountId, targetId, bucket);
    const isLink = targetId > PAGE;
    const all = isLink ? periods.at(accountId, ALL_LINKS, bucket) : undefined;
    if (dimension !== 'impression') {
      for (const tier of everyTier) addCount(own(tier), dimension, key, visits, uniques);
    }
    const ofLink = dimension === 'impression' ? 'impression' : dimension === 'total' ? 'link' : undefined;
    if (all && ofLink) {
      for (const tier of everyTier) addCount(all(tier), ofLink, String(targetId), visits, uniques);
    }
    const series = seriesOf(dimension);
    if (!series) continue;
    const quarter = String((bucket % DAY) / QUARTER);
    addCount(own(TIERS.day), series, quarter, visits, uniques);
    if (all && series !== 'quarter') addCount(all(TIERS.day), series, quarter, visits, uniques);
  }
  return periods.all;
}

/** Creates periods when they are needed. */
function createPeriods() {
  const all: Period[] = [];
  const found = new Map<number, Map<number, Map<Micros, (tier: Tier) => Counts>>>();
  const byStart = new Map<number, Map<number, Map<Micros, Counts>[]>>();

  function find(accountId: number, targetId: number, tier: Tier, start: Micros): Counts {
    const targets = innerMap(byStart, accountId);
    let tiers = targets.get(targetId);
    if (!tiers) {
      tiers = [new Map(), new Map(), new Map()];
      targets.set(targetId, tiers);
    }
    let counts = tiers[tier]!.get(start);
    if (!counts) {
      counts = new Map();
      tiers[tier]!.set(start, counts);
      all.push({ accountId, targetId, tier, start, counts });
    }
    return counts;
  }

  /** The periods of all tiers that contain the quarter of an hour. */
  function at(accountId: number, targetId: number, bucket: Micros): (tier: Tier) => Counts {
    const buckets = innerMap(innerMap(found, accountId), targetId);
    let tiers = buckets.get(bucket);
    if (!tiers) {
      const counts: (Counts | undefined)[] = [];
      tiers = (tier) => {
        counts[tier] ??= find(accountId, targetId, tier, periodStart(tier, bucket));
        return counts[tier];
      };
      buckets.set(bucket, tiers);
    }
    return tiers;
  }

  return { all, at };
}

/** The dimension of a day that contains these counts by quarter of the day. */
function seriesOf(dimension: Dimension): Dimension | undefined {
  if (dimension === 'total') return 'quarter';
  if (dimension === 'impression') return 'quarter_impression';
  return dimension === 'kind' ? 'quarter_kind' : undefined;
}

/** The rows that change when the period's counts are added to the stored ones. */
function rowsOf(
  period: Period,
  shared: SharedLists,
  separate: (dimension: Dimension) => string | undefined,
): PeriodRow[] {
  const rows: PeriodRow[] = [];
  for (const [dimension, counts] of period.counts) {
    const stored = storedList(shared, dimension);
    const before = stored === null ? (JSON.parse(separate(dimension)!) as StoredList) : (stored ?? []);
    const list = withCounts(before, dimension, counts);
    if (stored === null) rows.push(rowOf(period, dimension, JSON.stringify(list)));
    else setList(shared, dimension, list);
  }
  let text = JSON.stringify(shared);
  if (text.length > MAX_SHARED_LENGTH) {
    for (const [dimension, list] of removeLongest(shared, MAX_SHARED_LENGTH)) rows.push(rowOf(period, dimension, list));
    text = JSON.stringify(shared);
  }
  rows.push(rowOf(period, SHARED, text));
  return rows;
}

async function readRows(
  tx: Transaction<Tables>,
  dialect: Dialect,
  keys: readonly PeriodKey[],
): Promise<Map<string, string>> {
  const rows = await readPeriods(tx, dialect, keys);
  return new Map(
    rows.map((row) => [nameOf([row.account_id, row.target_id, row.dimension, row.tier, row.start]), row.counts]),
  );
}

function keyOf({ accountId, targetId, tier, start }: Period, dimension: PeriodKey[2]): PeriodKey {
  return [accountId, targetId, dimension, tier, start];
}

function rowOf({ accountId, targetId, tier, start }: Period, dimension: PeriodKey[2], counts: string): PeriodRow {
  return { account_id: accountId, target_id: targetId, dimension, tier, start, counts };
}

function nameOf(key: PeriodKey): string {
  return key.join(' ');
}
