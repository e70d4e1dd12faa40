// Views and clicks over time.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DAY } from '../../../contract/time.ts';
import { type Account, type Api, assertError, NOON, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { accountWithVisits } from './past-visits.ts';

const nothing = { visits: 0, unique: 0, clicks: 0, impressions: 0, click_through: null, bots: 0 };

for (const engine of enginesOf(import.meta.url)) {
  describe(`Series on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await accountWithVisits(api, 'ada');
    });
    after(() => api.close());

    const ask = (query: string) => api.call(`GET /analytics/series?${query}`, { key: ada.key });
    const series = async (query: string) => {
      const { status, body, text } = await ask(query);
      assert.equal(status, 200, text);
      return body.response;
    };

    it('have the days of the time zone', async () => {
      assert.deepEqual(await series('from=2026-10-24&to=2026-10-26&timezone=Europe/Berlin'), {
        interval: 'day',
        timezone: 'Europe/Berlin',
        from: '2026-10-24',
        to: '2026-10-26',
        points: [
          { start: '2026-10-23T22:00:00.000000Z', date: '2026-10-24', ...nothing },
          {
            ...{ start: '2026-10-24T22:00:00.000000Z', date: '2026-10-25' },
            ...{ visits: 4, unique: 3, clicks: 1, impressions: 4, click_through: 0.25, bots: 1 },
          },
          {
            ...{ start: '2026-10-25T23:00:00.000000Z', date: '2026-10-26' },
            ...{ visits: 1, unique: 0, clicks: 0, impressions: 1, click_through: 0, bots: 0 },
          },
        ],
        total: { visits: 5, unique: 3, clicks: 1, impressions: 5, click_through: 0.2, bots: 1 },
        compare: null,
      });
    });

    it('have 25 hours on the day when clocks are set back', async () => {
      const { points } = await series('interval=hour&from=2026-10-25&to=2026-10-25&timezone=Europe/Berlin');
      assert.equal(points.length, 25);
      const night = points.slice(1, 4).map(({ start, date, visits, clicks }: Record<string, unknown>) => {
        return [start, date, visits, clicks];
      });
      assert.deepEqual(night, [
        ['2026-10-24T23:00:00.000000Z', '2026-10-25T01:00', 0, 0],
        ['2026-10-25T00:00:00.000000Z', '2026-10-25T02:00', 1, 0],
        ['2026-10-25T01:00:00.000000Z', '2026-10-25T02:00', 1, 1],
      ]);
    });

    it('have weeks and months of the period', async () => {
      const visits = async (query: string) =>
        (await series(query)).points.map((point: Record<string, unknown>) => [point.date, point.visits]);
      assert.deepEqual(await visits('interval=week&from=2026-10-21&to=2026-11-02'), [
        ['2026-10-21', 5],
        ['2026-10-26', 0],
        ['2026-11-02', 0],
      ]);
      assert.deepEqual(await visits('interval=month&from=2026-10-25&to=2026-11-30'), [
        ['2026-10-25', 4],
        ['2026-11-01', 3],
      ]);
    });

    it('cover the last 30 days, up to today', async () => {
      const { from, to, timezone, interval, points } = await series('');
      assert.deepEqual([from, to, timezone, interval, points.length], ['2026-10-17', '2026-11-15', 'UTC', 'day', 30]);
      assert.deepEqual((await series('timezone=Pacific/Kiritimati')).to, '2026-11-16');
      const { from: first, to: last } = await series('from=2026-11-01');
      assert.deepEqual([first, last], ['2026-11-01', '2026-11-15']);
      assert.equal((await series('to=2026-11-01')).from, '2026-10-03');
      assert.equal((await series('from=2026-12-24')).to, '2026-12-24');
      try {
        api.clock.now = NOON + DAY;
        assert.equal((await series('')).to, '2026-11-16', 'the cached response is over');
      } finally {
        api.clock.now = NOON;
      }
    });

    it('are of one link', async () => {
      const { total } = await series('link_slug=shop');
      assert.deepEqual(total, { visits: 1, unique: 1, clicks: 1, impressions: 8, click_through: 0.125, bots: 0 });
      assertError(await ask('link_slug=nothing'), 404, 'not_found');
    });

    it('are filtered, without impressions', async () => {
      const { total, events_since } = await series('country=GB&from=2026-10-25&to=2026-10-25');
      assert.deepEqual(total, { visits: 1, unique: 1, clicks: 1, impressions: null, click_through: 1, bots: 0 });
      assert.equal(events_since, '2026-10-24T22:30:00.000000Z');
      const bots = await series('kind=bot');
      assert.deepEqual([bots.total.visits, bots.total.bots], [0, 1]);
      const { total: ofLink } = await series('country=gb&link_slug=shop');
      assert.deepEqual([ofLink.visits, ofLink.impressions, ofLink.click_through], [1, null, null]);
    });

    it('are compared with the days before, until the same time if the day is not over', async () => {
      const { total, compare } = await series('from=2026-11-15&to=2026-11-15&compare=previous');
      assert.equal(total.visits, 1);
      assert.deepEqual([compare.from, compare.to, compare.points.length], ['2026-11-14', '2026-11-14', 1]);
      assert.equal(compare.total.visits, 2);
      assert.equal(compare.total_to_date.visits, 1);
      const past = (await series('from=2026-10-26&to=2026-10-27&compare=previous&timezone=Europe/Berlin')).compare;
      assert.deepEqual([past.from, past.to], ['2026-10-24', '2026-10-25']);
      assert.deepEqual([past.total.visits, past.total_to_date.visits], [4, 4]);
      try {
        api.clock.now = Date.parse('2026-11-15T13:15Z') * 1000;
        const later = await series('from=2026-11-15&to=2026-11-15&compare=previous');
        assert.equal(later.compare.total_to_date.visits, 2, 'the cached response is over');
      } finally {
        api.clock.now = NOON;
      }
    });

    it('are compared with the same dates of the year before', async () => {
      const { compare } = await series('from=2027-10-25&to=2027-10-25&compare=year');
      assert.deepEqual([compare.from, compare.to, compare.total.visits], ['2026-10-25', '2026-10-25', 4]);
      assert.deepEqual((await series('from=2024-02-29&to=2024-02-29&compare=year')).compare.from, '2023-02-28');
    });

    for (const [query, field] of [
      ['timezone=Mars/Phobos', 'timezone'],
      ['timezone=%2B01:00', 'timezone'],
      ['from=2026-02-30', 'from'],
      ['from=2026-11-02&to=2026-11-01', 'from'],
      ['from=1969-12-31', 'from'],
      ['to=2101-01-01', 'to'],
      ['interval=minute', 'interval'],
      ['interval=hour&from=2020-01-01', 'interval'],
      ['compare=week', 'compare'],
    ] as const) {
      it(`are not given for ${query}`, async () => {
        const answer = await ask(query);
        assertError(answer, 422, 'invalid');
        assert.deepEqual(Object.keys(answer.body.errors), [field]);
      });
    }
  });
}
