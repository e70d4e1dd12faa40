// Rules for every write of the OpenAPI document: `If-Match`, `Idempotency-Key` and `Prefer`. What an operation must
// honour follows from the document: whether a GET has its record, and whether it creates.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { belongings, type MarkedAccount, markedAccount } from '../../fuzz/marked-account.ts';
import { type Answer, type Api, assertError, openApi, type Request } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { askFor, fileFrom, jsonFor, requestOf } from '../../support/every-operation.ts';
import { allOperations, document, type Operation, operations } from '../../support/openapi.ts';
import { bodyOf, pathOf, prepareSessionOwner, type SessionOwner } from '../../support/session-operations.ts';

type Listed = (typeof allOperations)[number];

const takes = ({ parameters = [] }: Operation, header: string) => parameters.some(({ name }) => name === header);
const nameOf = ({ operation }: Listed) => operation['x-alias-of'] ?? operation.operationId;
const isDeletion = (one: Listed) => nameOf(one).startsWith('delete');
const isWrite = ({ method }: Listed) => method !== 'GET';
const writes = operations.filter(isWrite);
/** Those that no key may call have requests in test/support/session-operations.ts. */
const needsSession = ({ operation }: Listed) => operation.security?.length === 1;

/** They change what exists, or only read, or send a message. */
const createNothing =
  /^(edit|delete|finish|remove|reorder|change|cancel|confirm|undo|replace|resend|request|reset|verify|preview)/;
/** Steps of signing in and up: before them there is no account that a key could belong to, or they store no record. */
const signing = /^(sign|reauthenticate$|startPasskey|startTwoFactor$)|^(getSignIn|checkUsername)/;
/** Restores what the page was: twice is the same as once. */
const creations = allOperations.filter(
  (one) =>
    one.method === 'POST' &&
    !createNothing.test(nameOf(one)) &&
    !signing.test(nameOf(one)) &&
    nameOf(one) !== 'restorePageVersion',
);
/** It goes on in the background, and its record with it. */
const goesOn = 'startAccountExport';
/** They answer with a report. */
const reports = ['importPage', 'restorePageVersion'];
const prefer = { prefer: 'return=representation' };

/** The path that reads the record which a write changes. */
function readOf(path: string): string {
  if (path === '/blocks/reorder') return '/blocks?results_per_page=100';
  if (path === '/page/import' || path.startsWith('/page/versions/')) return '/page';
  return path.replace(/\/(delete|duplicate|restore)$|\/items\/reorder$/, '');
}

/** Whether a GET has the record alone. A reordering of blocks changes the list. */
function isReadable({ path }: Listed): boolean {
  const { get } = document.paths[`/api/v1${readOf(path).split('?')[0]}`] ?? {};
  const schema = get?.responses['200']?.content?.['application/json']?.schema as Answered | undefined;
  return schema !== undefined && (path === '/blocks/reorder' || schema.properties.response.type !== 'array');
}

interface Answered {
  properties: { response: { type?: string } };
}

/** Sorts deletions last, children before their parents, and then what replaces the page. */
function rank({ path }: Listed): number {
  if (path.startsWith('/page/versions/')) return 100;
  return path.endsWith('/delete') ? 100 - path.split('/').length : 0;
}

describe('Every write of the document', () => {
  it('takes If-Match if a GET has its record, and it does not create that', () => {
    for (const one of allOperations.filter((one) => isWrite(one) && /^(edit|delete|reorder)/.test(nameOf(one)))) {
      assert.equal(takes(one.operation, 'if-match'), isReadable(one), `${one.method} ${one.path}`);
    }
  });

  it('takes Idempotency-Key if it creates', () => {
    assert.deepEqual(creations.map(nameOf).sort(), [
      'addPasskey',
      'createBlock',
      'createBlockItem',
      'createKey',
      'createPixel',
      'createUpload',
      'duplicateBlock',
      'duplicateBlockItem',
      'importPage',
      'restoreBlock',
      'restoreBlockItem',
      'shareStatistics',
      'startAccountExport',
    ]);
    for (const one of creations) assert.ok(takes(one.operation, 'idempotency-key'), nameOf(one));
  });

  it('takes Prefer if it creates or changes a record', () => {
    for (const one of allOperations.filter(
      (one) => isWrite(one) && !isDeletion(one) && !reports.includes(nameOf(one)),
    )) {
      const isRecord = /^(edit|reorder)/.test(nameOf(one)) || creations.includes(one);
      assert.equal(takes(one.operation, 'prefer'), isRecord, nameOf(one));
    }
  });
});

for (const engine of enginesOf(import.meta.url)) {
  describe(`Every write on ${engine.name}`, () => {
    let api: Api;
    let ada: MarkedAccount;
    let session: SessionOwner;
    beforeEach(async () => {
      api = await openApi(engine, { RATE_LIMIT: '0' });
      ada = await markedAccount(api, 'eglantine', 90_000_000);
      session = await prepareSessionOwner(api, ada);
    });
    afterEach(() => api.close());

    /** Sends a valid request, by a key or by a session. */
    async function sender(one: Listed) {
      if (needsSession(one)) {
        const json = bodyOf(session, one.operation);
        const request = `${one.method} ${pathOf(session, one.path)}`;
        const send = (headers: Record<string, string> = {}): Promise<Answer> =>
          session.browser.call(request, { headers, ...(json && { json }) });
        return { request, send };
      }
      const ask = askFor(one.operation);
      const request = requestOf(one.method, one.path, ask, ada);
      const json = await jsonFor(api, ask, ada);
      const options: Request = ask.sendsFile ? fileFrom(ada.key) : { key: ada.key, ...(json && { json }) };
      const send = (headers: Record<string, string> = {}): Promise<Answer> =>
        api.call(request, { ...options, headers: { ...options.headers, ...headers } });
      return { request, send };
    }

    const read = async (path: string) => (await api.call(`GET ${path}`, { key: ada.key })).headers.etag;
    /** Every row, except what changes in the background, and how often the account was locked. */
    async function stored() {
      const { account, account_export, page_import: _unfinished, ...rest } = await belongings(api.store, ada.id);
      return {
        ...Object.fromEntries(Object.entries(rest).filter(([table]) => !table.startsWith('visit_'))),
        account: account!.map(({ revision: _, ...row }) => row),
        exports: account_export!.map(({ id }) => id),
      };
    }

    it('changes nothing with a stale If-Match, and returns the new ETag with a current one', async () => {
      const before = await stored();
      for (const one of allOperations.filter((one) => isWrite(one) && (needsSession(one) || writes.includes(one)))) {
        const { request, send } = await sender(one);
        for (const stale of takes(one.operation, 'if-match') ? ['"stale"', 'W/"stale"', 'stale', ''] : ['*', '"any"']) {
          assertError(await send({ 'if-match': stale }), 412, 'precondition_failed');
        }
        assert.deepEqual(await stored(), before, `${request} changed something`);
      }
      // A record that was deleted by POST cannot be deleted again.
      const once = writes.filter(({ operation }) => !operation['x-alias-of']?.startsWith('delete'));
      for (const one of once.sort((a, b) => rank(a) - rank(b))) {
        const { request, send } = await sender(one);
        const path = readOf(request.split(' ')[1]!);
        const isChecked = takes(one.operation, 'if-match');
        const headers: Record<string, string> = isChecked ? { 'if-match': `"stale", ${await read(path)}` } : {};
        const { status, text, body, headers: answered } = await send(headers);
        assert.equal(status, 200, `${request} ${text}`);
        if (isDeletion(one) || nameOf(one) === 'shareStatistics' || nameOf(one) === goesOn) continue;
        const made = request.endsWith('/duplicate')
          ? path.replace(/\d+$/, body.response.id)
          : isChecked || request.endsWith('/restore')
            ? path
            : `${path}/${body.response.id}`;
        assert.equal(answered.etag, await read(made), request);
        if (!isChecked) continue;
        const again = await send(headers);
        const hasChanged = answered.etag !== headers['if-match']?.split(', ')[1];
        assert.equal(again.status, hasChanged ? 412 : 200, `${request} with an ETag of before`);
      }
    });

    it('lets one of two writes with the same ETag succeed', async () => {
      const edits = writes.filter((one) => one.method === 'POST' && /^edit/.test(nameOf(one)));
      for (const one of edits) {
        const { request, send } = await sender(one);
        const etag = (await read(readOf(request.split(' ')[1]!)))!;
        const answers = await Promise.all(Array.from({ length: 4 }, () => send({ 'if-match': etag })));
        const now = await read(readOf(request.split(' ')[1]!));
        assert.notEqual(now, etag, request);
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412, 412], request);
      }
    });

    it('creates once per Idempotency-Key', async () => {
      const used: string[] = [];
      for (const one of creations) {
        const name = nameOf(one);
        const { request, send } = await sender(one);
        const headers = { 'idempotency-key': name };
        const first = await send(headers);
        assert.equal(first.status, 200, `${request} ${first.text}`);
        const before = await stored();
        const second = await send(headers);
        assert.equal(second.status, 200, `${request} ${second.text}`);
        assert.deepEqual(await stored(), before, `${request} did something again`);
        assert.deepEqual(
          [first, second].map((answer) => answer.headers['idempotency-replayed']),
          [undefined, 'true'],
        );
        const { message, ...shown } = first.body.response;
        for (const secret of ['key', 'token', 'link'].filter((field) => field in shown)) {
          assert.ok(!JSON.stringify(before).includes(shown[secret]), `${request} stored its ${secret}`);
          shown[secret] = null;
        }
        const { message: repeated, ...again } = second.body.response;
        assert.deepEqual(again, shown, request);
        if ('key' in shown || 'token' in shown) {
          assert.match(repeated, /was shown only in the first response to this Idempotency-Key\.$/);
        } else assert.equal(repeated, message);
        assert.equal(second.headers.location, first.headers.location, request);
        if (first.headers.location) {
          const made = await api.call(`GET ${first.headers.location.replace('/api/v1', '')}`, { key: ada.key });
          assert.equal(made.body.response.id, first.body.response.id, request);
        }
        assertError(await send({ 'idempotency-key': 'x'.repeat(256) }), 422, 'invalid');
        // Reuses the key of the previous operation for another request.
        if (used.length > 0) {
          const other = await send({ 'idempotency-key': used.at(-1)! });
          assertError(other, 422, 'invalid');
          assert.deepEqual(Object.keys(other.body.errors), ['idempotency-key']);
        }
        used.push(name);
      }
    });

    it('creates once when requests with the same Idempotency-Key arrive together', async () => {
      for (const one of creations.filter((one) => !needsSession(one))) {
        const { request, send } = await sender(one);
        const headers = { 'idempotency-key': `together-${nameOf(one)}` };
        const answers = await Promise.all(Array.from({ length: 4 }, () => send(headers)));
        for (const { status, text } of answers) assert.equal(status, 200, `${request} ${text}`);
        const fresh = answers.filter((answer) => answer.headers['idempotency-replayed'] === undefined);
        // The same file is the same upload, whoever was first.
        if (nameOf(one) !== 'createUpload') assert.equal(fresh.length, 1, request);
        assert.equal(new Set(answers.map(({ body }) => body.response.id)).size, 1, request);
      }
    });

    it('returns the record with Prefer: return=representation', async () => {
      const preferring = allOperations.filter((one) => takes(one.operation, 'prefer'));
      for (const one of preferring) {
        if (one.operation['x-alias-of'] && needsSession(one)) continue;
        const { request, send } = await sender(one);
        const headers: Record<string, string> = { ...prefer };
        if (creations.includes(one)) headers['idempotency-key'] = nameOf(one);
        const answer = await send(headers);
        assert.equal(answer.status, 200, `${request} ${answer.text}`);
        assert.equal(answer.headers['preference-applied'], 'return=representation', request);
        const record = await recordOf(request, answer);
        if (nameOf(one) === goesOn) continue;
        if (answer.headers.etag) assert.equal(answer.headers.etag, record.headers.etag, request);
        const { key, token, link, message, ...rest } = answer.body.response;
        const isSecret = key !== undefined || token !== undefined;
        assert.deepEqual(isSecret ? rest : answer.body.response, record.response, request);
        if (!creations.includes(one)) continue;

        const again = await send(headers);
        assert.equal(again.headers['idempotency-replayed'], 'true', request);
        assert.equal(again.headers['preference-applied'], 'return=representation', request);
        const { message: _, ...repeated } = again.body.response;
        if (key !== undefined) assert.deepEqual(repeated, { ...rest, key: null }, request);
        else if (token !== undefined) assert.deepEqual(repeated, { ...rest, token: null, link: null }, request);
        else assert.equal(again.text, answer.text, request);
      }
    });

    /** The record as its GET has it, or else the list. */
    async function recordOf(request: string, answer: Answer) {
      const path = readOf(request.split(' ')[1]!);
      const { id } = answer.body.response;
      const list = /^\/(analytics\/shares|keys|passkeys)/.exec(path)?.[0];
      if (list !== undefined) {
        const { body } = await session.browser.call(`GET ${list}`);
        return { response: body.response.find((one: { id: number }) => one.id === id), headers: {} };
      }
      const isSame = Array.isArray(answer.body.response) || path.endsWith(`/${id}`) || id === undefined;
      const own = isSame ? path : request.endsWith('/duplicate') ? path.replace(/\d+$/, id) : `${path}/${id}`;
      const { body, headers } = await api.call(`GET ${own}`, { key: ada.key });
      return { response: body.response, headers };
    }
  });
}
