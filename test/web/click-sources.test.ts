// Ten visitors from three sources who all click, on the numbers screen: filtered by each source, and as a file.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { suiteScope } from '../support/server.ts';
import { register } from '../support/signed-in.ts';
import { call } from './own-calls.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { becomes, openAgainAs, seesScreen } from './visitors.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const sources: { visitors: number[]; path: string; referer?: string }[] = [
  { visitors: [1, 2, 3], path: '/ada' },
  { visitors: [4, 5, 6, 7], path: '/ada', referer: 'https://lm.facebook.com/l.php?u=x' },
  { visitors: [8, 9, 10], path: '/ada?utm_source=mail&utm_campaign=spring' },
];

describe('Somebody who looks for the source of clicks', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  let tab: Tab;
  before(async () => {
    site = await openDashboardSite(scope, { TRUST_PROXY: '1' });
    await register(site.api, 'ada');
    const window = await openAgainAs(site, 'ada', { width: 1280 });
    tab = window.tab;
    const items = [{ link: 'https://shop.example/', slug: 'shop', content: { caption: 'My shop' } }];
    await call(window, site, 'POST /blocks', { block: 'links', items });
    for (const { visitors, path, referer } of sources) {
      for (const visitor of visitors) await visit(visitor, path, referer);
    }
    // The views are still in the queue.
    for (const visitor of sources.flatMap(({ visitors }) => visitors)) {
      await visit(visitor, '/ada/shop', `${site.pagesUrl}/ada`);
    }
    await site.api.visits.aggregateAll();
  });

  async function visit(visitor: number, path: string, referer?: string): Promise<void> {
    const address = `192.0.2.${visitor}`;
    const headers = { 'user-agent': FIREFOX, 'x-forwarded-for': address, ...(referer && { referer }) };
    const answer = await fetch(site.pagesUrl + path, { headers, redirect: 'manual' });
    assert.equal(answer.headers.get('fingerpost-visit'), 'counted', path);
  }

  async function clicks(): Promise<(string | undefined)[]> {
    const figures = tab.getByRole('list', { name: 'Figures' }).locator('button[aria-pressed]');
    const texts = await figures.allInnerTexts();
    return texts.map((text) => text.split('\n')[1]);
  }

  for (const [row, count] of [
    ['Direct / unknown', '6'],
    ['facebook.com', '4'],
    ['spring', '3'],
  ] as const) {
    it(`sees the clicks of ${row}, and saves them`, async () => {
      await tab.goto(`${site.url}/stats`);
      await seesScreen(tab, 'Stats');
      await tab.getByRole('button', { name: new RegExp(`^${row}`) }).click();
      await becomes(async () => assert.deepEqual(await clicks(), [count, count, count, '100%', '0']));
      const [download] = await Promise.all([
        tab.waitForEvent('download'),
        tab.getByRole('button', { name: 'CSV Links', exact: true }).click(),
      ]);
      const file = await readFile(await download.path(), 'utf8');
      assert.ok(file.includes(`,shop,https://shop.example/,,${count},${count},`), file);
      await tab.getByRole('table').getByText('My shop').first().waitFor();
    });
  }
});
