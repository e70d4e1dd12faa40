// Failures found by long runs, each as the smallest request that shows it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Account, type Api, assertError, openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';

const disposition = 'Content-Disposition: form-data; name=';
const fields = `--b\r\n${disposition}"type"\r\n\r\nquora\r\n--b\r\n${disposition}"pixel_id"\r\n\r\n1\r\n`;
const large = 'x'.repeat(200_000);

describe('requests that failed once', () => {
  let api: Api;
  let ada: Account;
  before(async () => {
    api = await openApi(engines[0]!);
    ada = await api.account('ada');
  });
  after(() => api.close());

  const create = (payload: string, type = 'multipart/form-data; boundary=b') =>
    api.call('POST /pixels', { key: ada.key, headers: { 'content-type': type }, payload });

  // Some of these once got no answer.
  const broken: [string, string][] = [
    ['a part without headers whose value is large', `--b\r\n\r\n${large}\r\n${fields}--b--\r\n`],
    ['an end that is part of a value', `${fields}--b\r\n${disposition}"name"\r\n\r\nx--b--`],
    ['a large part that is not a form field', `--b\r\nContent-Type: text/plain\r\n\r\n${large}\r\n${fields}--b--`],
    ['a part without a name', `${fields}--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--`],
    ['a part of another kind', `${fields}--b\r\nContent-Disposition: attachment; name=a\r\n\r\nx\r\n--b--`],
    ['headers without an end', `${fields}--b\r\n${disposition}"name"\r\n--b--`],
    ['a part in the headers of another', `--b\r\n${disposition}"name"\r\n${fields}--b--`],
    ['a delimiter that goes on', `${fields}--bx\r\n${disposition}"name"\r\n\r\nx\r\n--b--`],
    ['only a delimiter', '--b'],
  ];
  for (const [what, payload] of broken) {
    it(`reject a form with ${what}`, async () => assertError(await create(payload), 400, 'malformed'));
  }

  const named = (name: string) => `--b\r\n${name}\r\n\r\nShop\r\n`;
  const accepted: [string, string, string?][] = [
    ['no newline after its end', `${named(`${disposition}"name"`)}${fields}--b--`],
    ['something before and after it', `hello\r\n${named(`${disposition}"name"`)}${fields}--b--\r\nbye --b`],
    ['spaces after its delimiters', `${named(`${disposition}"name"`).replace('--b', '--b \t')}${fields}--b--`],
    [
      'headers in another case and order',
      `${named('X-A: b\r\ncontent-DISPOSITION : FORM-DATA;Name=name')}${fields}--b--`,
    ],
    ['a quoted boundary', `${named(`${disposition}"name"`)}${fields}--b--`, 'Multipart/Form-Data; Boundary="b"; x=y'],
  ];
  for (const [what, payload, type] of accepted) {
    it(`accept a form with ${what}`, async () => {
      const { status, text, body } = await create(payload, type);
      assert.equal(status, 200, text);
      const pixel = await api.call(`GET /pixels/${body.response.id}`, { key: ada.key });
      assert.equal(pixel.body.response.name, 'Shop');
    });
  }

  it('report an empty value like any other invalid value', async () => {
    for (const ending of ['\r\n\r\n--b--', '\r\n\r\n\r\n--b--']) {
      const answer = await create(`${fields}--b\r\n${disposition}"name"${ending}`);
      assertError(answer, 422, 'invalid');
      assert.match(answer.body.errors.name[0], /1 to 100/);
    }
  });

  it('report a wrong path or method before the body', async () => {
    for (const [type, payload] of [
      ['application/json', '{'],
      ['application/xml', '<a/>'],
      ['application/json', large.repeat(6)],
    ] as const) {
      const options = { key: ada.key, headers: { 'content-type': type }, payload };
      assertError(await api.call('PUT /pixels', options), 405, 'method_not_allowed');
      assertError(await api.call('POST /nothing', options), 404, 'not_found');
      assert.equal((await api.call('OPTIONS /pixels', options)).status, 204);
    }
  });

  it('answer 404 for a link without a slug', async () => {
    assertError(await api.call('GET /analytics/clicks/', { key: ada.key }), 404, 'not_found');
  });

  it('answer 304 to a conditional HEAD', async () => {
    for (const path of ['/user', '/pixels/template', '/user']) {
      const { headers } = await api.call(`GET ${path}`, { key: ada.key });
      for (const known of ['*', headers.etag!]) {
        const answer = await api.call(`HEAD ${path}`, { key: ada.key, headers: { 'if-none-match': known } });
        assert.equal(answer.status, 304);
        assert.equal(answer.headers.etag, headers.etag);
      }
    }
  });
});
