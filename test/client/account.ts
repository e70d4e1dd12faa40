// An account with records of every kind, and with more pixels than fit on one page of a list.

import { commandLine } from '../../server/domain/accounts/actor.ts';
import { grantPlan } from '../../server/domain/plans/plans.ts';
import { insertBlock, insertLink } from '../../server/storage/page/blocks.ts';
import { insertPixel } from '../../server/storage/page/pixels.ts';
import { openStore } from '../../server/storage/store.ts';
import { createClock } from '../../server/system/clock.ts';
import { type Tenant, tenantOn } from '../support/server.ts';

export interface FullAccount extends Tenant {
  readonly pixelIds: readonly number[];
}

export async function fullAccountOn(databaseUrl: string, pixels: number): Promise<FullAccount> {
  const tenant = await tenantOn(databaseUrl);
  const { accountId } = tenant;
  const at = createClock()();
  const store = await openStore(databaseUrl, { watch: false });
  try {
    await grantPlan(
      store,
      accountId,
      { plan: 'pro', duration: 'year', currency: 'EUR', price: '9.50' },
      commandLine,
      at,
    );
    const dated = { created_at: at, updated_at: at };
    return await store.write(accountId, async (tx) => {
      const [block, link, ...pixelIds] = await store.dialect.allocateIds(tx, pixels + 2);
      const empty = { name: null, subheading: null, content: null, settings: null };
      await insertBlock(tx, accountId, { ...empty, ...dated, id: block!, block: 'links', position: 1 });
      await insertLink(tx, accountId, { id: link!, slug: 'a shop', url: 'https://example.com/', deleted_at: null });
      for (const id of pixelIds) {
        const fields = { name: `Pixel ${id}`, status: 1, pixel_id: 't', pixel_type: 'twitter' } as const;
        await insertPixel(tx, accountId, { ...fields, ...dated, id });
      }
      return { ...tenant, pixelIds };
    });
  } finally {
    await store.close();
  }
}
