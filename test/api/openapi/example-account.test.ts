// All examples of the OpenAPI document are about one account: ids, slugs, counts and times of one example fit those of
// the others.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allOperations, streams } from '../../support/openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: examples of every shape
type Json = any;

const ACCOUNT = 7;
const originals = [...allOperations, ...streams].filter(({ operation }) => !operation['x-alias-of']);

/** The example response of an operation. */
function answer(operationId: string): Json {
  const { operation } = originals.find((one) => one.operation.operationId === operationId)!;
  return operation.responses['200']!.content!['application/json']!.example;
}
const response = (operationId: string): Json => answer(operationId).response;
const idsOf = (records: Json[]): number[] => records.map(({ id }) => id);

/** Every example in the document, with where it is. */
function everyExample(): { where: string; example: Json }[] {
  return originals.flatMap(({ operation }) => {
    const { operationId, parameters = [], requestBody, responses } = operation;
    const media = { ...requestBody?.content, ...responses['200']!.content };
    return [
      ...parameters.map(({ name, example }) => ({ where: `${operationId} ${name}`, example: { [name]: example } })),
      ...Object.entries({ ...requestBody?.content }).map(([type, { example }]) => ({
        where: `${operationId} request ${type}`,
        example,
      })),
      ...Object.entries(media).map(([type, { example }]) => ({ where: `${operationId} ${type}`, example })),
    ];
  });
}

/** Calls `see` with every value and object in an example. */
function walk(value: Json, see: (value: Json, name: string) => void, name = ''): void {
  see(value, name);
  if (Array.isArray(value)) for (const one of value) walk(one, see, name);
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) walk(one, see, key);
}

const lists: Record<string, string> = {
  blocks: 'listBlocks',
  links: 'listLinks',
  versions: 'listPageVersions',
  uploads: 'listUploads',
  pixels: 'listPixels',
  shares: 'listShares',
  sessions: 'listSessions',
  passkeys: 'listPasskeys',
  keys: 'listKeys',
  entries: 'listBlockEntries',
};

describe('The example account', () => {
  it('has no placeholders', () => {
    for (const { where, example } of everyExample()) {
      walk(example, (value, name) => {
        if (typeof value !== 'string') return;
        assert.doesNotMatch(value, /^(text|string|value|foo|bar|lorem.*|https:\/\/example\.com\/)$/i, where);
        assert.ok(!value.includes('…') || name === 'hint', `${where}: ${value}`);
      });
    }
  });

  it('is the only account', () => {
    for (const { where, example } of everyExample()) {
      walk(example, (value, name) => {
        if (name === 'user' && typeof value === 'number') assert.equal(value, ACCOUNT, where);
      });
    }
    assert.equal(response('getUser').id, ACCOUNT);
    assert.equal(response('getUsername').username, response('getUser').username);
    assert.equal(response('getAccountSecurity').email, response('getUser').email);
    assert.equal(response('listPlanHistory')[0].plan_name, response('getUser').plan_name);
  });

  it('has the ids in paths in its lists', () => {
    for (const { path, operation } of originals) {
      const { operationId, parameters = [] } = operation;
      for (const { name, example } of parameters.filter((parameter) => parameter.in === 'path')) {
        if (operationId.startsWith('restoreBlock') && path.endsWith(`{${name}}/restore`)) continue;
        const collection = path.split(`/{${name}}`)[0]!.split('/').at(-1)!;
        const list =
          name === 'item_id'
            ? response('listBlocks').flatMap(({ items }: Json) => items)
            : response(lists[collection] ?? 'listLinks');
        const known = name === 'slug' ? list.map(({ slug }: Json) => slug) : idsOf(list);
        assert.ok(known.includes(example), `${operationId} {${name}} is ${example}, of ${known}`);
      }
    }
  });

  it('has each record in one form', () => {
    const [blocks, links] = [response('listBlocks'), response('listLinks')];
    const items = blocks.flatMap((block: Json) => block.items);
    for (const block of blocks) for (const item of block.items) assert.equal(item.block_id, block.id);
    assert.deepEqual(
      response('getBlock'),
      blocks.find(({ id }: Json) => id === 42),
    );
    assert.deepEqual(
      response('getBlockItem'),
      items.find(({ id }: Json) => id === 117),
    );
    assert.deepEqual(idsOf(links), idsOf(items));
    for (const link of links) {
      const item = items.find(({ id }: Json) => id === link.id);
      assert.deepEqual([link.block_id, link.url, link.title], [item.block_id, item.link, item.content.caption]);
    }
    for (const [list, get] of [
      ['listLinks', 'getLink'],
      ['listUploads', 'getUpload'],
      ['listPixels', 'getPixel'],
    ] as const) {
      assert.deepEqual(response(get), response(list)[0]);
    }
    const forms = blocks.filter(({ block }: Json) => block === 'contact_form');
    for (const { block_id } of response('listBlockEntries')) assert.ok(idsOf(forms).includes(block_id));
    const { seo, customize, background } = response('getUser');
    assert.deepEqual(
      [seo, customize, background],
      [response('getSeo'), response('getCustomize'), response('getBackground')],
    );
  });

  it('has each id once, whatever it is the id of', () => {
    const blocks = response('listBlocks');
    const ids = [
      ACCOUNT,
      ...idsOf(blocks),
      ...idsOf(blocks.flatMap(({ items }: Json) => items)),
      ...['listPlanHistory', 'listActivities', ...Object.values(lists).slice(2)].flatMap((list) =>
        idsOf(response(list)),
      ),
    ];
    assert.equal(new Set(ids).size, ids.length, String(ids));
  });

  it('has the slugs and pixels of its requests in its lists', () => {
    const slugs: string[] = response('listLinks').map(({ slug }: Json) => slug);
    assert.deepEqual(slugs, ['walking-maps', 'order-an-arm']);
    assert.deepEqual(Object.keys(response('getClicks').links), slugs);
    assert.deepEqual(
      response('listLinkFigures').map(({ slug }: Json) => slug),
      slugs,
    );
    for (const { link_slug } of response('listVisits')) assert.ok(link_slug === null || slugs.includes(link_slug));
    const created = response('createBlock').items[0];
    assert.deepEqual(created, { id: 117, slug: 'walking-maps' });
    const { pixel_id, name } = response('listPixels')[0];
    assert.deepEqual(response('getPage').pixels, [{ name, type: 'facebook', pixel_id }]);
  });

  it('has counts that add up', () => {
    const total = { visits: 1240, unique: 968 };
    const ofMaps = { visits: 310, unique: 251 };
    for (const [operationId, expected] of [
      ['getViews', total],
      ['getLinkClicks', ofMaps],
    ] as const) {
      const { getviews, countries, cities, devices, browsers } = response(operationId);
      assert.deepEqual(getviews, expected, operationId);
      for (const rows of [countries, cities, devices, browsers]) assert.deepEqual(sum(Object.values(rows)), expected);
    }
    for (const { rows, total: whole } of response('getBreakdowns').dimensions) {
      assert.deepEqual([sum(rows), whole], [total, total]);
    }
    assert.deepEqual(sum(response('listBreakdown')), total);
    const { links, insight } = response('getClicks');
    assert.deepEqual(sum(Object.values(links)), { visits: 470, unique: 384 });
    assert.equal(insight.visits, 470);
    assert.ok(insight.unique <= 384);
    assert.equal(links['walking-maps'].visits, ofMaps.visits);
  });

  it('has series with the same totals', () => {
    const { points, total, compare } = response('getSeries');
    assert.deepEqual(sum(points), { visits: 1240, unique: 968 });
    assert.deepEqual([total.visits, total.unique, total.clicks], [1240, 968, 470]);
    assert.equal(total.click_through, 0.379);
    assert.deepEqual(sum(compare.points), { visits: compare.total.visits, unique: compare.total.unique });
    const before = response('listLinkFigures').map((link: Json) => link.compare);
    assert.equal(sum(before).visits, compare.total_to_date.clicks);
    assert.equal(before[0].impressions, compare.total_to_date.visits);
  });

  it('has meta of the list that it is with', () => {
    for (const { operation, path } of originals) {
      const example = operation.responses['200']!.content?.['application/json']?.example as Json;
      if (!example?.meta) continue;
      const { from, to, total, current_page, path: url } = example.meta;
      const { length } = example.response;
      assert.deepEqual([from, to, total, current_page], [1, length, length, 1], operation.operationId);
      assert.equal(url, `https://links.example/api/v1${path.replace('{block_id}', '57')}`);
    }
  });

  it('has as many records in a file as in the list', () => {
    for (const { operation } of originals) {
      const { 'text/csv': file, 'application/json': json } = operation.responses['200']!.content ?? {};
      const records = (json?.example as Json)?.response;
      if (!file || !Array.isArray(records)) continue;
      const lines = String(file.example).trimEnd().split('\r\n');
      assert.equal(lines.length, records.length + 1, operation.operationId);
      for (const [index, { id, key, at }] of records.entries()) {
        assert.ok(lines[index + 1]!.startsWith(`${id ?? key ?? at},`), operation.operationId);
      }
    }
  });

  it('has times in order, newest first in logs', () => {
    for (const { where, example } of everyExample()) {
      walk(example, (value) => {
        if (typeof value?.created_at !== 'string') return;
        for (const later of ['updated_at', 'last_used_at', 'last_seen_at', 'finished_at', 'expires_at']) {
          if (typeof value[later] === 'string') assert.ok(value.created_at <= value[later], `${where} ${later}`);
        }
      });
    }
    for (const list of ['listActivities', 'listPlanHistory', 'listBlockEntries', 'listPageVersions', 'listSessions']) {
      const times: string[] = response(list).map(({ created_at }: Json) => created_at);
      assert.deepEqual(times, times.toSorted().reverse(), list);
    }
    const visits: string[] = response('listVisits').map(({ at }: Json) => at);
    assert.deepEqual(visits, visits.toSorted().reverse());
  });

  it('has as much of everything as its lists show', () => {
    const { blocks, form_entries, uploads, upload_bytes, shares } = response('getAccountUsage');
    assert.deepEqual(
      [blocks.used, form_entries.used, uploads.used, upload_bytes.used, shares.used],
      [3, 2, 1, response('listUploads')[0].bytes, 1],
    );
    assert.deepEqual(
      ['listBlocks', 'listBlockEntries', 'listUploads', 'listShares'].map((list) => response(list).length),
      [3, 2, 1, 1],
    );
    const { passkeys, sessions, keys } = response('getAccountSecurity');
    assert.deepEqual(
      [passkeys, sessions, keys],
      ['listPasskeys', 'listSessions', 'listKeys'].map((list) => response(list).length),
    );
    const [{ blocks: blockCount, items }] = response('listPageVersions');
    const { document, changes } = response('getPageVersion');
    assert.deepEqual([blockCount, items], [document.blocks.length, 2]);
    assert.deepEqual(response('restorePageVersion').changes, changes);
    assert.deepEqual(response('restorePageVersion').summary, { add: 0, change: 3, remove: 1, move: 0 });
    assert.deepEqual(response('importPage').summary, { add: 2, change: 0, remove: 0, move: 0 });
  });
});

function sum(rows: { visits: number; unique: number }[]): { visits: number; unique: number } {
  return {
    visits: rows.reduce((total, { visits }) => total + visits, 0),
    unique: rows.reduce((total, { unique }) => total + unique, 0),
  };
}
