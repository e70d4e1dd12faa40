// A browser at the dashboard: it keeps cookies, and says that its requests are the dashboard's own.
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import type { Answer, Api } from './api.ts';
import { signInsRecorded } from './jobs.ts';
import { assertDocumented } from './openapi.ts';

const CHROME_ON_LINUX =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36';

export interface BrowserRequest {
  json?: unknown;
  headers?: Record<string, string>;
  /** The app that is asked, if it is not the dashboard's. */
  app?: FastifyInstance;
}

export interface Browser {
  readonly cookies: Map<string, string>;
  /** Another browser with the same cookies. */
  copy(): Browser;
  cookieHeader(): string;
  call(request: string, options?: BrowserRequest): Promise<Answer>;
}

/** Without a store, it does not wait until its sign-ins are recorded. */
type Dashboard = Pick<Api, 'dashboard'> & Partial<Pick<Api, 'store'>>;

export function openBrowser(api: Dashboard, { ip = freshAddress(), agent = CHROME_ON_LINUX } = {}): Browser {
  const cookies = new Map<string, string>();
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    cookies,
    cookieHeader,
    copy() {
      const other = openBrowser(api, { ip, agent });
      for (const [name, value] of cookies) other.cookies.set(name, value);
      return other;
    },
    async call(request, { json, headers, app } = {}) {
      const [method, path] = request.split(' ') as ['GET', string];
      const response = await (app ?? (await api.dashboard())).inject({
        method,
        url: `/api/v1${path}`,
        remoteAddress: ip,
        headers: {
          'user-agent': agent,
          'sec-fetch-site': 'same-origin',
          ...(cookies.size > 0 && { cookie: cookieHeader() }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(json !== undefined && { payload: JSON.stringify(json) }),
      });
      for (const cookie of [response.headers['set-cookie'] ?? []].flat()) keep(cookies, cookie);
      const text = response.payload;
      const body = text === '' ? undefined : JSON.parse(text);
      const answer = { status: response.statusCode, headers: response.headers as Answer['headers'], text, body };
      assertDocumented(method, path, answer);
      if (api.store && cookies.size > 0 && /^\/(auth|sessions)\//.test(path)) await signInsRecorded(api.store);
      return answer;
    },
  };
}

function keep(cookies: Map<string, string>, header: string): void {
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(header)!;
  if (/max-age=0/i.test(header)) cookies.delete(name!);
  else cookies.set(name!, value!);
}

let addresses = 0;

/** Each browser from an address of its own: what a network has left is not used up by other tests. */
export function freshAddress(): string {
  addresses += 1;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

export const PASSWORD = 'correct horse battery staple';

export interface Person {
  browser: Browser;
  username: string;
  email: string;
  id: number;
}

/** Somebody who signed up through the dashboard. */
export async function signUp(api: Dashboard, username: string, options = {}): Promise<Person> {
  const browser = openBrowser(api, { ip: freshAddress(), ...options });
  const email = `${username}@example.com`;
  const answer = await browser.call('POST /auth/sign-up', { json: { username, email, password: PASSWORD } });
  assert.equal(answer.status, 200, answer.text);
  const { body } = await browser.call('GET /user');
  return { browser, username, email, id: body.response.id };
}
