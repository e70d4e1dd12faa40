// Requests to the dashboard with sessions: those of every operation, with a session in place of the key, and those for
// people only, which sign in and out, and change passwords, passkeys and keys.
import fc, { type Arbitrary } from 'fast-check';
import { text } from './hostile-values.ts';
import { type Cast, type FuzzRequest, signInOperations, WANDERER } from './plans.ts';
import { fuzzRequests, unpredictable } from './requests.ts';

type Headers = FuzzRequest['headers'];

const SESSION = 'fingerpost.session';
const OWN_SITE: Headers = [['Sec-Fetch-Site', 'same-origin']];

export function sessionRequests(cast: Cast): Arbitrary<FuzzRequest> {
  const likeKeys = fc
    .tuple(fuzzRequests(cast), fc.nat())
    .map(([request, number]) => insteadOfKey(request, cast, number));
  const forPeople = fc
    .record({
      request: fc.oneof(...signInOperations.map((operation) => unpredictable(operation, cast))),
      cookie: cookieFor(cast),
      site: siteHeaders,
      address: fc.nat(),
      id: fc.constantFrom('0', '1', '7', '99999999'),
    })
    .map(({ request, cookie, site, address, id }): FuzzRequest => {
      const headers: Headers = [...withoutKey(request), ...site, ['X-Forwarded-For', addressOf(address)]];
      if (cookie !== undefined) headers.push(['Cookie', cookie]);
      return { ...request, url: request.url.replace(/\{own \w+\}/g, id), headers, at: 'dashboard' };
    });
  return fc.oneof(likeKeys, forPeople);
}

/** The same request by somebody who is signed in. What only keys can have, such as a scope, has a key. */
function insteadOfKey(request: FuzzRequest, cast: Cast, number: number): FuzzRequest {
  const cookie = cookieInsteadOf(request, cast, number);
  if (cookie === undefined) return { ...request, at: 'dashboard' };
  return { ...request, at: 'dashboard', headers: [...withoutKey(request), ...OWN_SITE, ['Cookie', cookie]] };
}

function cookieInsteadOf({ method, headers }: FuzzRequest, cast: Cast, number: number): string | undefined {
  const { writeKey, readKey, suspendedKey, sessions } = cast;
  const key = /^bearer (\S+)$/i.exec(headers.find(isKey)?.[1] ?? '')?.[1];
  if (key === writeKey || (key === readKey && method === 'GET')) return sessions.own;
  return key === readKey || key === suspendedKey ? undefined : sessions.dead[number % sessions.dead.length];
}

function cookieFor({ sessions }: Cast): Arbitrary<string | undefined> {
  const hostile = text.map((value) => `${SESSION}=${encodeURIComponent(value).slice(0, 4000)}`);
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(WANDERER) },
    { weight: 3, arbitrary: fc.constant(undefined) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...sessions.dead, `${WANDERER}; ${sessions.own}`),
    },
    { weight: 1, arbitrary: hostile },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        ';',
        '=',
        `${SESSION}`,
        `${SESSION}==.`,
        `${SESSION}=%`,
        `${SESSION}=a.b; `.repeat(300),
      ),
    },
  );
}

const siteHeaders: Arbitrary<Headers> = fc.oneof(
  { weight: 10, arbitrary: fc.constant(OWN_SITE) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Headers>(
      [],
      [['Sec-Fetch-Site', 'cross-site']],
      [['Sec-Fetch-Site', '']],
      [['Origin', 'null']],
      [['Origin', '\xff']],
    ),
  },
);

/** From many networks, so that sign-ins are not all throttled. */
function addressOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}

function withoutKey({ headers }: FuzzRequest): Headers {
  return headers.filter((header) => !isKey(header));
}

function isKey([name]: [string, string]): boolean {
  return name === 'Authorization';
}
