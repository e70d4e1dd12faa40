// The demo on each engine, created once for all tests that do not depend on each other's changes to it.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { createDemo } from '../../server/demo/index.ts';
import type { Store } from '../../server/storage/store.ts';
import { tableKinds } from '../../server/storage/table-kinds.ts';
import { type Api, openApi } from '../support/api.ts';
import type { Engine } from '../support/engines.ts';

export interface Demo {
  readonly api: Api;
  readonly key: string;
  /** The census after its creation. */
  readonly complete: Record<string, number>;
}

const tables = [...tableKinds.owned, 'visit_batch', 'username', 'api_key_lookup', 'person'] as const;
const made = new Map<Engine, Promise<Demo>>();
after(async () => {
  for (const demo of made.values()) await (await demo).api.close();
});

export function demoOn(engine: Engine): Promise<Demo> {
  let demo = made.get(engine);
  if (!demo) {
    demo = create(engine);
    made.set(engine, demo);
  }
  return demo;
}

async function create(engine: Engine): Promise<Demo> {
  const api = await openApi(engine);
  const { store, visits, clock } = api;
  const demo = await createDemo({ store, visits, clock: () => clock.now });
  assert.ok(demo);
  return { api, key: demo.key, complete: await census(store) };
}

/** The number of rows in each table, and the total counts. */
export async function census({ read }: Store): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const all = read.selectFrom(table).select((of) => of.fn.countAll<number>().as('rows'));
    counts[table] = (await all.executeTakeFirstOrThrow()).rows;
  }
  const totals = await read.selectFrom('visit_total').select(['visits', 'uniques']).execute();
  counts.visits = totals.reduce((sum, { visits }) => sum + visits, 0);
  counts.uniques = totals.reduce((sum, { uniques }) => sum + uniques, 0);
  return counts;
}
