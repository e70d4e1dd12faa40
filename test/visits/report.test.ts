import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findLinkBySlug } from '../../server/storage/page/links.ts';
import type { Store } from '../../server/storage/store.ts';
import { clicksReport, linkReport, viewsReport } from '../../server/visits/read/report.ts';
import { engines } from '../support/engines.ts';
import { addLink, event, NOON, plain, setting } from './setting.ts';

const empty = {
  countries: {},
  cities: {},
  devices: {},
  browsers: {},
  getviews: { visits: 0, unique: 0 },
};

for (const engine of engines) {
  describe(`reports on ${engine.name}`, () => {
    test('are empty maps and zeros without visits', async (t) => {
      const { store } = await setting(t, engine);
      assert.deepEqual(plain(await viewsReport(store.read, 1)), empty);
      assert.deepEqual(plain(await linkReport(store.read, 1, 99)), empty);
      assert.deepEqual(plain(await clicksReport(store.read, 1)), { links: {}, insight: { visits: 0, unique: 0 } });
    });

    test('break down views, most visited first', async (t) => {
      const { store, visits } = await setting(t, engine);
      await visits.recordMany([
        event({ visitor: 'a', country: 'xx', city: 'Unknown, XX', os: 'Unknown', browser: 'Unknown' }),
        event({ visitor: 'b', country: 'de', city: 'Unknown, DE' }),
        event({ visitor: 'c', country: 'de', city: 'Frankfurt am Main, Sachsenhausen, DE' }),
        event({ visitor: 'c', country: 'de', city: 'Frankfurt am Main, Sachsenhausen, DE' }),
        event({ visitor: 'd', country: 'at', city: 'Wien, AT', os: 'iOS', browser: 'Mobile Safari' }),
        event({ visitor: 'e', accountId: 2, country: 'fr', city: 'Paris, FR' }),
      ]);
      await visits.aggregateAll();
      const report = await viewsReport(store.read, 1);
      assert.deepEqual(plain(report), {
        countries: {
          de: { visits: 3, unique: 2, name: 'Germany' },
          at: { visits: 1, unique: 1, name: 'Austria' },
          xx: { visits: 1, unique: 1, name: 'Unknown' },
        },
        cities: {
          'Frankfurt am Main, Sachsenhausen, DE': {
            visits: 2,
            unique: 1,
            name: 'Frankfurt am Main, Sachsenhausen',
            iso: 'DE',
          },
          'Unknown, DE': { visits: 1, unique: 1, name: 'Unknown', iso: 'DE' },
          'Unknown, XX': { visits: 1, unique: 1, name: 'Unknown', iso: 'XX' },
          'Wien, AT': { visits: 1, unique: 1, name: 'Wien', iso: 'AT' },
        },
        devices: {
          Windows: { visits: 3, unique: 2, name: 'Windows' },
          Unknown: { visits: 1, unique: 1, name: 'Unknown' },
          iOS: { visits: 1, unique: 1, name: 'iOS' },
        },
        browsers: {
          Chrome: { visits: 3, unique: 2, name: 'Chrome' },
          'Mobile Safari': { visits: 1, unique: 1, name: 'Mobile Safari' },
          Unknown: { visits: 1, unique: 1, name: 'Unknown' },
        },
        getviews: { visits: 5, unique: 4 },
      });
      assert.deepEqual(Object.keys(report.countries), ['de', 'at', 'xx']);
      assert.deepEqual(Object.keys(report.cities).slice(1), ['Unknown, DE', 'Unknown, XX', 'Wien, AT']);
      assert.deepEqual(Object.keys(report.devices), ['Windows', 'Unknown', 'iOS']);
    });

    test('treat hostile names as plain names', async (t) => {
      const { store, visits } = await setting(t, engine);
      await addLink(store, { id: 7, slug: '__proto__' });
      await addLink(store, { id: 8, slug: 'constructor' });
      await visits.recordMany([
        event({ targetId: 7, city: 'constructor, GB', os: '__proto__', browser: 'toString' }),
        event({ targetId: 7, city: 'constructor', os: '__proto__', browser: 'toString' }),
      ]);
      await visits.aggregateAll();
      const { links } = await clicksReport(store.read, 1);
      assert.deepEqual(Object.entries(links), [
        ['__proto__', { visits: 2, unique: 1, link: 'https://example.com/7' }],
        ['constructor', { visits: 0, unique: 0, link: 'https://example.com/8' }],
      ]);
      assert.equal(Object.getPrototypeOf(links), null);

      const report = await linkReport(store.read, 1, 7);
      assert.deepEqual(Object.entries(report.cities), [
        ['constructor', { visits: 1, unique: 0, name: 'constructor', iso: 'XX' }],
        ['constructor, GB', { visits: 1, unique: 1, name: 'constructor', iso: 'GB' }],
      ]);
      assert.deepEqual(Object.keys(report.devices), ['__proto__']);
      assert.deepEqual(Object.keys(report.browsers), ['toString']);
      assert.match(JSON.stringify(report.devices), /"__proto__":\{"visits":2/);
    });

    test('list a deleted link while it has counts', async (t) => {
      const { store, visits } = await setting(t, engine);
      await addLink(store, { id: 1, slug: 'kept', url: 'https://example.com/kept' });
      await addLink(store, { id: 2, slug: 'gone-but-followed', deletedAt: NOON });
      await addLink(store, { id: 3, slug: 'gone', deletedAt: NOON });
      await addLink(store, { id: 4, slug: 'foreign', accountId: 2 });
      await visits.recordMany([event({ targetId: 2 }), event({ targetId: 4, accountId: 2 })]);
      await visits.aggregateAll();
      assert.deepEqual(plain(await clicksReport(store.read, 1)), {
        links: {
          'gone-but-followed': { visits: 1, unique: 1, link: 'https://example.com/2' },
          kept: { visits: 0, unique: 0, link: 'https://example.com/kept' },
        },
        insight: { visits: 1, unique: 1 },
      });

      const found = async (slug: string) => (await findLinkBySlug(store.read, 1, slug))?.id;
      assert.equal(await found('kept'), 1);
      assert.equal(await found('gone-but-followed'), 2);
      assert.equal(await found('gone'), undefined);
      assert.equal(await found('foreign'), undefined);
      assert.equal((await findLinkBySlug(store.read, 2, 'foreign'))?.id, 4);
    });

    test('do not query the store for an invalid slug', async (t) => {
      const { store } = await setting(t, engine);
      const nobody = new Proxy(store.read, {
        get() {
          throw new Error('asked');
        },
      }) as Store['read'];
      for (const slug of ['a\0b', '\ud800', 'x'.repeat(10_000)]) {
        assert.equal(await findLinkBySlug(nobody, 1, slug), undefined);
      }
      for (const slug of ['', '__proto__', "' OR 1=1 --", '🙂', 'x'.repeat(255)]) {
        assert.equal(await findLinkBySlug(store.read, 1, slug), undefined);
      }
    });
  });
}
