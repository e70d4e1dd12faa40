// Third-party scripts, such as Tag Manager, run on the origin of the pages. So it has no session: no route sets or reads
// a cookie, except for the one that excludes a browser from the counts (`excluded-browser.test.ts`). The test covers
// future routes too.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { InjectOptions } from 'fastify';
import { type Account, type Api, openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';
import { uploadCalls } from '../support/upload-form.ts';

interface Route {
  method: 'GET' | 'HEAD' | 'POST';
  path: string;
}

const COOKIE = [
  'fingerpost.session=abcdefghijklmnop',
  '__Host-fingerpost.session=abcdefghijklmnop',
  'session=1; fingerpost=1; visitor=1',
].join('; ');
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Parses the route tree that Fastify prints. Each level is indented by four characters. */
function routesIn(tree: string): Route[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent, part, methods] = /^([│ ]*)[├└]── (\S+) \((.+)\)$/.exec(line) ?? [];
    if (indent === undefined) return [];
    const depth = indent.length / 4;
    above.length = depth;
    above.push(part!);
    return methods!.split(', ').map((method) => ({ method: method as Route['method'], path: above.join('') }));
  });
}

describe('Cookies on the origin of the pages', () => {
  let api: Api;
  let ada: Account;
  let values: Record<string, string>;
  before(async () => {
    api = await openApi(engines[0]!);
    ada = await api.account('ada');
    const make = async (path: string, json: object) => {
      const { status, text, body } = await api.call(`POST ${path}`, { key: ada.key, json });
      assert.equal(status, 200, text);
      return body.response.id as number;
    };
    const links = await make('/blocks', { block: 'links', items: [{ link: 'https://example.com/', slug: 'shop' }] });
    const form = await make('/blocks', { block: 'signup' });
    const card = await make('/blocks', { block: 'contact_card', blocks: { content: { phone: '+441632960123' } } });
    const { response } = (await api.call(`GET /blocks/${links}`, { key: ada.key })).body;
    const { url } = await uploadCalls(() => api).posted(ada, ['file', 'Left at the oak.\n', 'paths.txt']);
    const [, , digest, owner, file] = new URL(url).pathname.split('/') as [string, string, string, string, string];
    values = {
      ...{ username: 'ada', slug: 'shop', digest, owner, file, number: '1', version: 'x' },
      ...{ block_id: String(form), block: String(card), item_id: String(response.items[0].id), entry_id: '1', id: '1' },
    };
  });
  after(() => api.close());

  const filledIn = (path: string) => {
    const file = { avatar: `${ada.token}.svg`, share: `${ada.token}.jpg`, thumbnail: '1.svg' };
    const kind = /^\/pictures\/(\w+)\//.exec(path)?.[1] as keyof typeof file | undefined;
    return path.replaceAll(/:(\w+)/g, (_, name: string) => (kind && file[kind]) ?? values[name] ?? name);
  };

  async function ask({ method, path }: Route, headers: Record<string, string>) {
    const post: InjectOptions = {
      payload: 'email=a%40example.com',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
    const answer = await api.app.inject({
      method,
      url: filledIn(path),
      ...(method === 'POST' ? post : {}),
      headers: { 'user-agent': FIREFOX, ...(method === 'POST' ? post.headers : {}), ...headers },
    });
    const { date: _, 'x-request-id': __, ...shown } = answer.headers;
    return { status: answer.statusCode, headers: shown, body: answer.payload };
  }

  it('are neither set nor read by any route', async () => {
    const routes = routesIn(api.app.printRoutes({ commonPrefix: false }));
    const paths = routes.map(({ path }) => path);
    for (const path of [
      '/',
      '/:username',
      '/:username/:slug',
      '/api/v1/user',
      '/api/v1/blocks/:block_id/items/:item_id',
    ]) {
      assert.ok(paths.includes(path), path);
    }
    const statuses = new Map<string, number>();
    for (const route of routes) {
      const name = `${route.method} ${route.path}`;
      const plain = await ask(route, {});
      const withCookie = await ask(route, { cookie: COOKIE });
      assert.equal(withCookie.headers['set-cookie'], undefined, name);
      assert.deepEqual(withCookie, plain, name);
      if (route.path.startsWith('/api/v1/') && !route.path.endsWith('openapi.json')) {
        // People sign in on the dashboard's origin.
        const isPublic = route.path.startsWith('/api/v1/auth/') && plain.status !== 401;
        assert.equal(withCookie.status, isPublic ? 403 : 401, name);
      }
      statuses.set(name, plain.status);
    }
    const expected = {
      'GET /:username': 200,
      'GET /:username/:slug': 302,
      'GET /:username/forms/:block_id': 200,
      'POST /:username/forms/:block_id': 303,
      'POST /:username/pulse': 204,
      'GET /:username/contact/:block.vcf': 200,
      'GET /pictures/avatar/:file': 200,
      'GET /pictures/share/:file': 200,
      'GET /uploads/:digest/:owner/:file': 200,
      'GET /docs': 200,
    };
    for (const [name, status] of Object.entries(expected)) assert.equal(statuses.get(name), status, name);
  });

  it('are not set for requests with a key', async () => {
    for (const route of routesIn(api.app.printRoutes({ commonPrefix: false }))) {
      // A stream has no end: live-stream.test.ts.
      if (route.method !== 'GET' || route.path.endsWith('/stream')) continue;
      const answer = await ask(route, { authorization: `Bearer ${ada.key}`, cookie: COOKIE });
      assert.equal(answer.headers['set-cookie'], undefined, route.path);
    }
  });

  it('are neither set nor read on the fast lane', async () => {
    const address = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const get = async (headers: Record<string, string>) => {
      const request = http.get(`${address}/ada`, { agent: false, headers: { 'user-agent': FIREFOX, ...headers } });
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      return { cookie: response.headers['set-cookie'], body: Buffer.concat(await response.toArray()).toString() };
    };
    const plain = await get({});
    assert.deepEqual(await get({ cookie: COOKIE }), plain);
    assert.equal(plain.cookie, undefined);
    assert.match(plain.body, /^<!doctype html>/);
  });
});
