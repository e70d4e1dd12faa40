// Reads reject parameters that they do not know, in the query and in the body, and suggest the nearest name. Only the
// reads that the API reference defines ignore them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type MarkedAccount, markedAccount } from '../../fuzz/marked-account.ts';
import { type Api, assertError, openApi } from '../../support/api.ts';
import { engines } from '../../support/engines.ts';
import { askFor, nobody, requestOf } from '../../support/every-operation.ts';
import { operations, readsOfReference } from '../../support/openapi.ts';

const reads = operations.filter(({ method }) => method === 'GET');

describe('Unknown parameters', () => {
  let api: Api;
  let ada: MarkedAccount;
  before(async () => {
    api = await openApi(engines[0]!, { RATE_LIMIT: '0' });
    ada = await markedAccount(api, 'heliotrope', 70_000_000);
  });
  after(() => api.close());

  const errorsOf = async (path: string, json?: object) => {
    const answer = await api.call(`GET ${path}`, { key: ada.key, ...(json && { json }) });
    assertError(answer, 422, 'invalid');
    return answer.body.errors;
  };

  for (const { method, path, operation } of reads) {
    const ask = askFor(operation);
    it(`are ${readsOfReference.includes(path) ? 'ignored' : 'rejected'} by GET ${path}`, async () => {
      const request = requestOf(method, path, ask, ada);
      const answers = [
        await api.call(`${request}?unheardOf=1`, { key: ada.key }),
        await api.call(request, { key: ada.key, json: { unheardOf: 1 } }),
      ];
      for (const answer of answers) {
        if (readsOfReference.includes(path)) {
          assert.equal(answer.status, 200, answer.text);
          continue;
        }
        assertError(answer, 422, 'invalid');
        assert.deepEqual(answer.body.errors, { unheardOf: ['`unheardOf` is not a parameter.'] });
      }
      const head = await api.app.inject({
        method: 'HEAD',
        url: `/api/v1${request.slice('GET '.length)}?unheardOf=1`,
        headers: { authorization: `Bearer ${ada.key}` },
      });
      assert.equal(head.statusCode, answers[0]!.status);
      if (path.includes('{')) {
        const lost = requestOf(method, path, ask, nobody);
        assertError(await api.call(`${lost}?unheardOf=1`, { key: ada.key }), 404, 'not_found');
      }
    });
  }

  it('are rejected by the live stream', async () => {
    // A response to HEAD ends.
    const url = '/api/v1/analytics/live/stream?api_key=x';
    const options = { method: 'HEAD', url, headers: { authorization: `Bearer ${ada.key}` } } as const;
    assert.equal((await api.app.inject(options)).statusCode, 422);
  });

  it('are answered with the nearest name', async () => {
    for (const [path, sent, meant] of [
      ['/analytics/series', 'coutry', 'country'],
      ['/analytics/series', 'tz', 'timezone'],
      ['/analytics/series', 'time_zone', 'timezone'],
      ['/analytics/series', 'start', 'from'],
      ['/analytics/series', 'end_date', 'to'],
      ['/analytics/series', 'granularity', 'interval'],
      ['/analytics/series', 'utmCampaign', 'utm_campaign'],
      ['/analytics/series', 'slug', 'link_slug'],
      ['/analytics/breakdown', 'group_by', 'dimension'],
      ['/analytics/breakdown', 'type', 'kind'],
      ['/analytics/links', 'per_page', 'results_per_page'],
      ['/analytics/links', 'limit', 'results_per_page'],
      ['/links', 'page[size]', 'results_per_page'],
      ['/uploads', 'type', 'kind'],
    ] as const) {
      const expected = { [sent]: [`\`${sent}\` is not a parameter; did you mean \`${meant}\`?`] };
      assert.deepEqual(await errorsOf(`${path}?${encodeURIComponent(sent)}=x`), expected, sent);
      assert.deepEqual(await errorsOf(path, { [sent]: 'x' }), expected, sent);
    }
  });

  it('are reported together with values that are not valid, from the query and the body', async () => {
    const errors = await errorsOf('/analytics/links?page=0&perpage=5', { tz: 'UTC' });
    assert.deepEqual(Object.keys(errors).sort(), ['page', 'perpage', 'tz']);
  });

  it('may have hostile names, and at most twenty are listed', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', '']) {
      assert.deepEqual(Object.keys(await errorsOf(`/links?${encodeURIComponent(name)}=1`)), [name]);
    }
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, number) => [`f${number}`, 0]));
    assert.equal(Object.keys(await errorsOf('/links', many)).length, 20);
  });
});
