// Sends requests to a real server on a fresh database and checks every answer against the contract. Data of a second
// account must never be disclosed or changed.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { suspendAccount } from '../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { newKey } from '../../server/domain/accounts/key-format.ts';
import { endKey } from '../../server/domain/accounts/keys.ts';
import { type Api, openApi } from '../support/api.ts';
import type { Engine } from '../support/engines.ts';
import { assertDocumented } from '../support/openapi.ts';
import { type Belongings, belongings, type MarkedAccount, markedAccount } from './marked-account.ts';
import { createOwnThings, type OwnThings } from './own-things.ts';
import type { Cast, FuzzRequest, OwnThing } from './plans.ts';
import { fuzzRequests, oneOfEach } from './requests.ts';
import { createSender, type FuzzAnswer, type Sender } from './send.ts';
import { sessionRequests } from './session-requests.ts';
import { createWanderer, openSessions, type Wanderer } from './sessions.ts';

export interface FuzzOptions {
  /** With keys to the pages' origin, or with sessions to the dashboard's. */
  credentials: 'keys' | 'sessions';
  requests: number;
  seed: number;
  /** Where to start in the run of this seed, as printed by a failure. */
  path?: string | undefined;
  progress?: (done: number) => void;
}

export interface FuzzReport {
  statuses: Map<number, number>;
  /** The smallest failing request, what was wrong with its answer, and how to reproduce it. */
  failure: string | undefined;
}

export interface Stage {
  api: Api;
  sender: Sender;
  dashboard: Sender;
  wanderer: Wanderer;
  port: number;
  /** Of an account that only the raw connections use. */
  passerbyKey: string;
  cast: Cast;
  own: OwnThings;
  other: MarkedAccount;
  owned: Belongings;
  /** How many pixels the calling account must have. */
  pixels: number;
}

const SHRINK_MS = 30_000;

/** Statuses that every complete run must produce. */
export const expectedStatuses = [200, 400, 401, 403, 404, 405, 412, 413, 415, 422, 431];

export async function openStage(engine: Engine): Promise<Stage> {
  // Sender and server share a process: event loop delay comes from the sender and is not overload.
  const patience = { RATE_LIMIT: '0', MAX_EVENT_LOOP_DELAY_MS: '60000' };
  const api = await openApi(engine, { ...patience, TRUST_PROXY: '1' });
  const port = await listening(api.app);
  const dashboard = createSender(await listening(await api.dashboard()));

  const self = await markedAccount(api, 'marigold', 70_000_000);
  const suspended = await api.account('suspended');
  await suspendAccount(api.store, suspended.id, commandLine, api.clock.now);
  const revoked = await api.keyFor(self);
  await endKey(api.store, self.id, revoked.id, commandLine, api.clock.now);
  const expired = await api.keyFor(self, { expiresAt: api.clock.now + 1 });
  api.clock.now += 1;
  const { key: passerbyKey } = await api.account('passerby');
  const other = await markedAccount(api, 'heliotrope', 80_000_000);

  const cast = {
    writeKey: self.key,
    readKey: self.readKey,
    suspendedKey: suspended.key,
    deadKeys: [revoked.key, expired.key, newKey()],
    own: self,
    foreign: other,
    sessions: await openSessions(api, self),
  };
  const owned = await belongings(api.store, other.id);
  const own = createOwnThings(api, self);
  const wanderer = await createWanderer(api);
  const senders = { sender: createSender(port), dashboard };
  return { api, ...senders, wanderer, port, passerbyKey, cast, own, other, owned, pixels: 1 };
}

async function listening(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

export async function closeStage({ api, sender, dashboard }: Stage): Promise<void> {
  sender.close();
  dashboard.close();
  await api.close();
}

export async function fuzz(stage: Stage, options: FuzzOptions): Promise<FuzzReport> {
  const { credentials, requests, seed, path, progress } = options;
  const generated = credentials === 'keys' ? fuzzRequests(stage.cast) : sessionRequests(stage.cast);
  const statuses = new Map<number, number>();
  let done = 0;
  let failedAt: number | undefined;
  const property = fc.asyncProperty(generated, async (request) => {
    // Shrinking has a time limit: after it, everything passes.
    if (failedAt !== undefined && performance.now() - failedAt > SHRINK_MS) return;
    try {
      const { status } = await play(stage, request);
      if (failedAt !== undefined) return;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      done += 1;
      progress?.(done);
    } catch (error) {
      failedAt ??= performance.now();
      throw error;
    }
  });
  const run = await fc.check(property, { numRuns: requests, seed, ...(path ? { path } : {}) });
  if (!run.failed) return { statuses, failure: undefined };
  const [request] = run.counterexample ?? [];
  const error = run.errorInstance as Error | undefined;
  const again = `--seed ${run.seed} --path ${run.counterexamplePath}`;
  return { statuses, failure: `${described(request)}\n${shortened(error?.stack ?? '', 3000)}\n${again}` };
}

async function play(stage: Stage, request: FuzzRequest): Promise<FuzzAnswer> {
  const own = request.url.includes('{own ') ? await withOwn(stage, request) : request;
  const sent = own.at === 'dashboard' ? await stage.wanderer.signedIn(own) : own;
  const answer = await (sent.at === 'dashboard' ? stage.dashboard : stage.sender).send(sent);
  stage.wanderer.done(sent);
  if (['POST', 'PATCH', 'DELETE'].includes(sent.method) && answer.status === 200) {
    const url = asPosted(sent);
    stage.own.done(url);
    await countPixels(stage, url, answer);
  }
  assertPromised(stage, sent, answer);
  if (request.status !== undefined) {
    const wanted = [request.status].flat();
    assert.ok(wanted.includes(answer.status), `${answer.status} ${shortened(answer.text)}`);
  }
  if (request.fields && answer.status === 200 && /\/pixels\b/.test(sent.url)) {
    await assertStored(stage, request.fields, answer);
  }
  return answer;
}

async function withOwn(stage: Stage, request: FuzzRequest): Promise<FuzzRequest> {
  let { url } = request;
  for (const [whole, thing] of url.matchAll(/\{own (\w+)\}/g)) {
    if (thing === 'pixel') stage.pixels += 1;
    url = url.replace(whole, await stage.own.name(thing as OwnThing));
  }
  return { ...request, url };
}

/** DELETE of a resource is the same as POST to its `/delete`. */
function asPosted({ method, url }: FuzzRequest): string {
  return method === 'DELETE' ? url.replace(/(?=\?|$)/, '/delete') : url;
}

async function countPixels(stage: Stage, url: string, { headers }: FuzzAnswer): Promise<void> {
  if (url.split('?', 1)[0] === '/api/v1/pixels') stage.pixels += headers['idempotency-replayed'] ? 0 : 1;
  else if (/\/pixels\/[^/]+\/delete(\?|$)/.test(url)) stage.pixels -= 1;
  else if (/\/page\/(import|versions\/\d+\/restore)(\?|$)/.test(url)) stage.pixels = await totalPixels(stage);
}

async function totalPixels({ api, cast }: Stage): Promise<number> {
  return (await api.call('GET /pixels', { key: cast.readKey })).body.meta.total;
}

/** Checks that hold for every answer. */
function assertPromised({ other }: Stage, { method, url }: FuzzRequest, answer: FuzzAnswer): void {
  const { status, headers, text } = answer;
  assert.ok(status < 500, `${status} ${shortened(text)}`);
  // An answer may repeat the ids in the path of its request.
  const without = (shown: string) => (url.match(/\d{8}/g) ?? []).reduce((rest, id) => rest.replaceAll(id, ''), shown);
  assert.doesNotMatch(without(text), other.mark, 'the answer discloses another account');
  assert.doesNotMatch(
    without(JSON.stringify({ ...headers, 'x-request-id': '' })),
    other.mark,
    'a header discloses another account',
  );
  if (isCsv(answer)) {
    assert.match(url, /\/entries(\?|$)|\/analytics\//);
    return;
  }
  if (text !== '') assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  assertDocumented(method, plainPath(url), { status, text, body });
  if (status === 401) assert.equal(headers['www-authenticate'], 'Bearer');
  if (status === 405) assert.ok(headers.allow);
  if (status !== 431) assert.match(String(headers['x-request-id']), /^[\w.:-]{1,64}$/);
}

/** CSV, requested by Accept: it begins with a byte order mark. */
function isCsv({ status, headers, text }: FuzzAnswer): boolean {
  return status === 200 && headers['content-type']!.startsWith('text/csv;') && text.startsWith('\ufeff');
}

/** Relative to the root, without unnecessary escapes: `templat%65` is `template`. */
function plainPath(url: string): string {
  return url.replace('/api/v1', '').replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escaped;
  });
}

/** Reads back the created or changed pixel. */
async function assertStored({ sender, cast }: Stage, fields: FuzzRequest['fields'] & {}, { text }: FuzzAnswer) {
  const { response } = JSON.parse(text);
  const headers: [string, string][] = [['Authorization', `Bearer ${cast.readKey}`]];
  const found = await sender.send({ method: 'GET', url: `/api/v1/pixels/${response.id}`, headers, body: undefined });
  const { type, name, ...rest } = fields;
  const wanted = { ...rest, ...(type ? { pixel_type: type } : {}), ...(name ? { name: String(name).trim() } : {}) };
  const stored = JSON.parse(found.text).response;
  assert.deepEqual({ ...stored, ...wanted }, stored);
}

/** Final checks: the other account is unchanged, and everything still works. */
export async function assertUnharmed(stage: Stage, engine: Engine): Promise<void> {
  const { api, cast, other, owned } = stage;
  assert.deepEqual(await belongings(api.store, other.id), owned);
  for (const valid of oneOfEach(cast)) await play(stage, fc.sample(valid, { numRuns: 1, seed: 1 })[0]!);
  assert.equal(await totalPixels(stage), stage.pixels);
  if (engine.name === 'sqlite') {
    const { rows } = await sql<{ integrity_check: string }>`PRAGMA integrity_check`.execute(api.store.read);
    assert.deepEqual(
      rows.map((row) => row.integrity_check),
      ['ok'],
    );
  }
}

/** Readable at any size. */
function described(request: FuzzRequest | undefined): string {
  if (!request) return '';
  const headers = request.headers.map(([name, value]) => `  ${name}: ${shortened(value)}`);
  const body = request.body && JSON.stringify(shortened(request.body.toString('latin1')));
  const what = `${request.kind} ${request.operation}, ${request.status ?? 'any'} expected`;
  return [what, `${request.method} ${shortened(request.url)}`, ...headers, ...(body ? [`  ${body}`] : [])].join('\n');
}

function shortened(text: string, max = 400): string {
  return text.length > max ? `${text.slice(0, max)}… (${text.length})` : text;
}
