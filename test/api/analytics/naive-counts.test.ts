// Whatever the history, the time zone, the period and the filters: every figure is that of a naive count.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { insertLink } from '../../../server/storage/page/blocks.ts';
import { insertLinkSet } from '../../../server/storage/visits/link-sets.ts';
import { PAGE } from '../../../server/storage/visits/visits.ts';
import { uncountedEvent } from '../../../server/visits/record/events.ts';
import type { VisitEvent } from '../../../server/visits/record/identify.ts';
import { type Account, type Api, NOON, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import {
  countOf,
  countOfAllLinks,
  figuresOf,
  impressionsOf,
  intervalOf,
  keysOf,
  localTime,
  matching,
  type NaiveEvent,
  withNewVisitors,
} from './naive/counts.ts';
import { history, linkSets, type Question, question, type RawEvent, slugs } from './naive/history.ts';

type Row = Record<string, string | number | null>;
const countIn = ({ visits, unique }: Row) => ({ visits, unique });

for (const engine of enginesOf(import.meta.url)) {
  describe(`Analytics of any history on ${engine.name}`, () => {
    let api: Api;
    let accounts = 0;
    before(async () => {
      api = await openApi(engine);
    });
    after(() => api.close());

    async function accountWith(events: readonly RawEvent[]): Promise<Account> {
      accounts += 1;
      const account = await api.account(`owner-${accounts}`);
      const ids = await api.store.write(account.id, async (tx) => {
        const found = await api.store.dialect.allocateIds(tx, slugs.length);
        for (const [index, slug] of slugs.entries()) {
          const link = { id: found[index]!, slug, url: `https://example.com/${slug}`, deleted_at: null };
          await insertLink(tx, account.id, link);
        }
        for (const [linkSet, shown] of Object.entries(linkSets)) {
          const links = shown.map((slug) => found[slugs.indexOf(slug)]!);
          await insertLinkSet(tx, account.id, { edition: linkSet, links, at: NOON });
        }
        return found;
      });
      const recorded = ({
        at,
        link,
        kind,
        visitor,
        country,
        browser,
        referrer,
        edition: linkSet,
      }: RawEvent): VisitEvent => {
        const targetId = link === undefined ? PAGE : ids[slugs.indexOf(link)]!;
        if (kind !== 'counted') return uncountedEvent(account.id, targetId, at, kind);
        // Only page views show links.
        const shown = link === undefined ? { edition: linkSet } : {};
        const traits = { ...(referrer === undefined ? {} : { referrer }), ...shown };
        return { accountId: account.id, targetId, at, visitor, country, city: `X, XX`, os: 'Linux', browser, traits };
      };
      for (const isLate of [false, true]) {
        const some = events.filter((event) => event.isLate === isLate);
        await api.visits.recordMany(some.map(recorded));
        await api.visits.aggregateAll();
        // Settles what is due, and stores visits of finished days by column.
        if (!isLate) await api.upkeep();
      }
      return account;
    }

    const hasSegments = ({ id }: Account) =>
      api.store.read.selectFrom('visit_segment').select('count').where('account_id', '=', id).executeTakeFirst();

    async function read(account: Account, path: string, parameters: Record<string, string | undefined>) {
      const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
      const { status, body, text } = await api.call(`GET /analytics/${path}?${new URLSearchParams(given)}`, {
        key: account.key,
      });
      assert.equal(status, 200, text);
      return body.response;
    }

    async function checkSeries(account: Account, events: readonly NaiveEvent[], asked: Question) {
      const { link, filters, ...period } = asked;
      const series = await read(account, 'series', { ...period, ...filters, link_slug: link });
      assert.deepEqual(series.total, figuresOf(events, asked));
      const nameOf = (event: NaiveEvent) => intervalOf(localTime(event, asked.timezone), asked);
      const expected = Map.groupBy(events, nameOf);
      // An hour that clocks repeat has two points.
      const points = Map.groupBy(series.points as Row[], ({ date }) => String(date).slice(0, 13));
      assert.deepEqual(
        [...expected.keys()].filter((name) => !points.has(name)),
        [],
      );
      for (const [name, some] of points) {
        const figures = figuresOf(expected.get(name) ?? [], asked);
        for (const figure of ['visits', 'unique', 'clicks', 'impressions', 'bots'] as const) {
          const sum = some.reduce((total, point) => total + Number(point[figure]), 0);
          assert.equal(sum, figures[figure] ?? 0, `${figure} of ${name}`);
        }
        if (some.length === 1) assert.equal(some[0]!.click_through, figures.click_through);
      }
    }

    async function checkReports(account: Account, events: readonly NaiveEvent[], asked: Question) {
      const { link, filters, interval: _, ...period } = asked;
      const parameters = { ...period, ...filters };
      const own = events.filter((event) => event.link === link);
      const report = await read(account, link === undefined ? 'views' : `clicks/${link}`, parameters);
      assert.deepEqual(report.getviews, countOf(own));
      const countries = Object.entries(report.countries as Record<string, Row>);
      assert.deepEqual(
        Object.fromEntries(countries.map(([key, entry]) => [key, countIn(entry)])),
        keysOf(own, ({ country }) => country),
      );
      const clicks = await read(account, 'clicks', parameters);
      assert.deepEqual(clicks.insight, countOfAllLinks(events));
      const links = (await read(account, 'links', parameters)) as Row[];
      assert.equal(links.length, slugs.length);
      for (const slug of slugs) {
        const expected = countOf(events.filter((event) => event.link === slug));
        assert.deepEqual(countIn(clicks.links[slug]), expected);
        const row = links.find((one) => one.slug === slug)!;
        assert.deepEqual(countIn(row), expected);
        assert.equal(row.impressions, Object.keys(filters).length > 0 ? null : impressionsOf(events, [slug]));
      }
    }

    async function checkBreakdowns(account: Account, events: readonly NaiveEvent[], asked: Question) {
      const { link, filters, interval: _, ...period } = asked;
      const parameters = { ...period, ...filters, link_slug: link };
      const own = events.filter((event) => event.link === link);
      const local = (event: NaiveEvent) => localTime(event, asked.timezone);
      const expected: Record<string, Record<string, { visits: number; unique: number }>> = {
        browser: keysOf(own, ({ browser }) => browser),
        referrer: keysOf(own, ({ referrer }) => referrer ?? ''),
        hour: keysOf(own, (event) => local(event).slice(11, 13)),
        weekday: keysOf(own, (event) => String(new Date(local(event).slice(0, 10)).getUTCDay() || 7)),
      };
      const dimensions = Object.keys(expected);
      const together = await read(account, 'breakdowns', { ...parameters, dimensions: dimensions.join(',') });
      assert.deepEqual(together.total, countOf(own));
      for (const [index, dimension] of dimensions.entries()) {
        const { rows, total } = together.dimensions[index];
        assert.deepEqual(total, countOf(own), dimension);
        const withVisits = (rows as Row[]).filter(({ visits }) => visits !== 0);
        assert.deepEqual(Object.fromEntries(withVisits.map((row) => [row.key, countIn(row)])), expected[dimension]);
        const alone = await read(account, 'breakdown', { ...parameters, dimension, results_per_page: '25' });
        assert.deepEqual(alone, rows);
      }
      const kinds = await read(account, 'breakdown', { ...parameters, dimension: 'kind' });
      const uncounted = Map.groupBy(own, ({ kind }) => kind);
      uncounted.delete('counted');
      assert.deepEqual(
        Object.fromEntries((kinds as Row[]).map(({ key, visits }) => [key, visits])),
        Object.fromEntries([...uncounted].map(([kind, some]) => [kind, some.length])),
      );
    }

    it('are those of a naive count', async () => {
      const runs = fc.asyncProperty(
        history,
        fc.array(question, { minLength: 4, maxLength: 4 }),
        async (events, questions) => {
          const account = await accountWith(events);
          assert.ok(await hasSegments(account), 'some visits are stored by column');
          const all = withNewVisitors(events);
          for (const asked of questions) {
            const some = matching(all, asked);
            await checkSeries(account, some, asked);
            await checkReports(account, some, asked);
            await checkBreakdowns(account, some, asked);
          }
        },
      );
      await fc.assert(runs, { numRuns: 4, endOnFailure: true });
    });
  });
}
