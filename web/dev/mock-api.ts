// Stands in for the API while the dashboard is developed without a server: a small account in memory.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin } from 'vite';

const PAGES = 'http://localhost:3000';
const now = () => new Date().toISOString().replace('Z', '000Z');
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString().replace('Z', '000Z');

function fresh() {
  return {
    signedIn: false,
    freshUntil: null as string | null,
    settings: { signup: 'open', mail: 'smtp', providers: [] as { id: string; name: string }[], one_origin: false },
    account: {
      email: 'ada@example.com',
      email_verified: false,
      pending_email: null as string | null,
      has_password: true,
      two_factor: false,
      recovery_codes_left: 0,
      providers: [],
      deletes_at: null as string | null,
    },
    profile: {
      id: 7,
      email: 'ada@example.com',
      name: 'Ada Quill',
      bio: '',
      username: 'ada',
      avatar: `${PAGES}/pictures/avatar/x.svg`,
      plan_name: 'Free',
      plan_due: '',
      is_active: 1,
      customize: { theme: 'signpost' },
    },
    blocks: [
      { id: 1, block: 'heading', name: null, blocks: { content: 'Letterpress and paper' }, items: [] },
      {
        id: 2,
        block: 'links',
        name: 'Find me',
        blocks: null,
        items: ['Shop', 'Newsletter', 'Instagram', 'Open studio on Saturdays', 'Prints'].map((caption, id) => ({
          id,
          content: { caption },
          link: `https://example.com/${id}`,
        })),
      },
      { id: 3, block: 'contact_form', name: 'Say hello', blocks: null, items: [] },
    ] as unknown[],
    sessions: [
      {
        id: 1,
        current: true,
        device: { os: 'macOS', browser: 'Firefox', kind: 'desktop' },
        ip: '203.0.113.9',
        country: 'Germany',
        city: 'Leipzig',
        created_at: ago(3),
        last_seen_at: now(),
        expires_at: now(),
      },
      {
        id: 2,
        current: false,
        device: { os: 'iOS', browser: 'Mobile Safari', kind: 'phone' },
        ip: '203.0.113.10',
        country: 'Germany',
        city: 'Leipzig',
        created_at: ago(90),
        last_seen_at: ago(5),
        expires_at: now(),
      },
      {
        id: 3,
        current: false,
        device: { os: 'Windows', browser: 'Edge', kind: 'desktop' },
        ip: '198.51.100.4',
        country: null,
        city: null,
        created_at: ago(300),
        last_seen_at: ago(120),
        expires_at: now(),
      },
    ],
    passkeys: [] as unknown[],
    keys: [] as {
      id: number;
      name: string;
      scope: string;
      hint: string;
      expires_at: string | null;
      last_used_at: string | null;
      revoked_at: string | null;
      created_at: string;
    }[],
  };
}

let state = fresh();

class Refused extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, code: string, response: string, errors?: object) {
    super(response);
    this.status = status;
    this.body = { status: false, code, response, ...(errors && { errors }) };
  }
}

type Body = Record<string, string> & { credential?: unknown; text?: string; dry_run?: boolean };
type Handler = (body: Body, query: URLSearchParams, id: number) => unknown;

const signIn = () => {
  state.signedIn = true;
  state.freshUntil = now();
  return { signed_in: true };
};
const session =
  (handler: Handler): Handler =>
  (...given) => {
    if (!state.signedIn) throw new Refused(401, 'unauthenticated', 'Sign in.');
    return handler(...given);
  };
const freshly = (handler: Handler): Handler =>
  session((...given) => {
    if (!state.freshUntil) throw new Refused(403, 'reauthenticate', 'Confirm that it is you.');
    return handler(...given);
  });
const invalid = (field: string, sentence: string) => new Refused(422, 'invalid', sentence, { [field]: [sentence] });
const done = { message: 'Done.' };
const listing = (records: unknown[]) => ({
  records,
  meta: { current_page: 1, last_page: 1, total: records.length, next_page_url: null },
});
const codes = () => [
  'k3f9-2mpa',
  'x7t1-9qrb',
  'p0a8-4zzc',
  'm2n6-7yyd',
  'h8j4-1wwe',
  'd5s3-6vvf',
  'q9l2-3uug',
  'b6c7-8tth',
  'v4g5-0ssi',
  'n1y0-5rrj',
];

const routes: Record<string, Handler> = {
  'GET /auth/settings': () => ({
    ...state.settings,
    password: { min: 10, max: 128 },
    signed_in: state.signedIn,
    pages_url: PAGES,
  }),
  'GET /auth/username': (_, query) => {
    const username = query.get('username') ?? '';
    const isTaken = ['ada', 'admin', 'paper'].includes(username);
    const isBad = !/^[a-z0-9_-]+$/.test(username);
    return {
      username,
      available: !isTaken && !isBad,
      problem: isBad ? 'invalid' : isTaken ? 'taken' : null,
      message: isBad ? 'Use letters a-z, digits, - and _.' : isTaken ? 'This name is taken.' : null,
      suggestions: isTaken ? [`${username}-studio`, `the-${username}`, `${username}2`] : [],
    };
  },
  'GET /auth/invitation': (_, query) => ({
    valid: query.get('token') === 'good',
    email: 'new@example.com',
    expires_at: now(),
  }),
  'POST /auth/sign-up': ({ email }) => {
    if (email === 'taken@example.com')
      throw invalid('email', 'There is an account with this address. Sign in instead.');
    return signIn();
  },
  'POST /auth/sign-in': ({ email, password }) => {
    if (password === 'slow down') throw new Refused(429, 'rate_limited', 'Too many tries.');
    if (password === 'wrong')
      throw new Refused(422, 'invalid', 'The e-mail address or the password is wrong.', {
        password: ['E-mail or password is wrong.'],
      });
    if (email === 'two@example.com') return { signed_in: false, two_factor: true };
    return { ...signIn(), two_factor: false };
  },
  'POST /auth/sign-in/code': ({ code }) => {
    if (code === '000000') throw invalid('code', 'This code is not right. Wait for the next one.');
    return signIn();
  },
  'POST /auth/sign-in/recovery-code': () => ({ ...signIn(), codes_left: 6 }),
  'POST /auth/sign-in/link': ({ token }) => {
    if (token !== 'good') throw invalid('token', 'This link was used already, or it is older than 15 minutes.');
    return signIn();
  },
  'POST /auth/passkey/options': () => ({
    challenge: 'AAAA',
    rpId: 'localhost',
    allowCredentials: [],
    userVerification: 'required',
  }),
  'POST /auth/passkey': signIn,
  'POST /auth/recover': () => done,
  'POST /auth/reset': ({ token }) => {
    if (token !== 'good') throw invalid('token', 'This link was used already, or it is older than an hour.');
    return done;
  },
  'POST /auth/verify-email': ({ token }) => {
    if (token !== 'good') throw invalid('token', 'This link was used already, or it has expired.');
    return done;
  },
  'POST /auth/email/confirm': () => done,
  'POST /auth/email/undo': () => done,
  'POST /auth/sign-out': session(() => {
    state.signedIn = false;
    return done;
  }),
  'POST /auth/reauthenticate': session(({ password }) => {
    if (password === 'wrong') throw invalid('password', 'This password is wrong.');
    state.freshUntil = now();
    return { fresh_until: now() };
  }),
  'GET /account': session(() => ({
    ...state.account,
    passkeys: state.passkeys.length,
    sessions: state.sessions.length,
    keys: state.keys.filter((key) => !key.revoked_at).length,
    fresh_until: state.freshUntil,
    created_at: ago(500),
  })),
  'POST /account/email/verify': session(() => done),
  'POST /account/email': freshly(({ email = '' }) => {
    state.account.pending_email = email;
    return done;
  }),
  'POST /account/password': session(() => done),
  'POST /account/delete': freshly(() => {
    state.account.deletes_at = ago(-168);
    return { deletes_at: state.account.deletes_at };
  }),
  'POST /account/delete/cancel': session(() => {
    state.account.deletes_at = null;
    return done;
  }),
  'GET /sessions': session(() => state.sessions),
  'POST /sessions/delete': session(() => {
    state.sessions = state.sessions.filter(({ current }) => current);
    return { ended: 2 };
  }),
  'POST /sessions/:id/delete': session((_body, _query, id) => {
    if (id === 3) throw new Refused(500, 'internal', 'Something went wrong on our side.');
    state.sessions = state.sessions.filter((one) => one.id !== id);
    return done;
  }),
  'GET /passkeys': session(() => state.passkeys),
  'POST /passkeys/options': freshly(() => ({
    challenge: 'AAAA',
    rp: { name: 'Fingerpost', id: 'localhost' },
    user: { id: 'AAAA', name: 'ada', displayName: 'Ada' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  })),
  'POST /passkeys': freshly(() => {
    state.passkeys.push({
      id: 1,
      name: 'This laptop',
      created_at: now(),
      last_used_at: null,
      device_type: 'multi_device',
      backed_up: true,
    });
    return { id: 1, name: 'This laptop' };
  }),
  'POST /two-factor': freshly(() => ({
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Fingerpost:ada@example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Fingerpost',
  })),
  'POST /two-factor/confirm': freshly(({ code }) => {
    if (code === '000000') throw invalid('code', 'This code is not right. Wait for the next one.');
    Object.assign(state.account, { two_factor: true, recovery_codes_left: 10 });
    return { recovery_codes: codes() };
  }),
  'POST /two-factor/recovery-codes': freshly(() => ({ recovery_codes: codes() })),
  'POST /two-factor/delete': freshly(() => {
    state.account.two_factor = false;
    return done;
  }),
  'GET /keys': session(() => listing(state.keys)),
  'POST /keys': freshly(({ name = '', scope = '', expires_at: expires = null }: Record<string, string | null>) => {
    state.keys.unshift({
      id: state.keys.length + 1,
      name: name!,
      scope: scope!,
      hint: 'fp_7Qm2',
      expires_at: expires,
      last_used_at: null,
      revoked_at: null,
      created_at: now(),
    });
    return { id: 1, key: 'fp_7Qm2kPz0vXw9LrT4yNbC6sHd8fJg1aEi', hint: 'fp_7Qm2', message: 'Created.' };
  }),
  'POST /keys/:id/delete': freshly((_body, _query, id) => {
    for (const key of state.keys) if (key.id === id) key.revoked_at = now();
    return done;
  }),
  'GET /user': session(() => state.profile),
  'POST /user/profile': session((body) => {
    Object.assign(state.profile, body);
    return done;
  }),
  'GET /user/username': session(() => ({
    username: state.profile.username,
    url: `${PAGES}/${state.profile.username}`,
    former_usernames: [],
  })),
  'POST /user/username': session(({ username = '' }) => {
    state.profile.username = username;
    return done;
  }),
  'POST /user/customize': session(({ theme = '' }) => {
    state.profile.customize.theme = theme;
    return { ...done, contrast: [] };
  }),
  'GET /blocks': session(() => listing(state.blocks)),
  'GET /page': session(() => ({ version: 1, blocks: [] })),
  'POST /page/import': session(({ text = '', dry_run: isDryRun }) => {
    const lines = text.split('\n').filter((line) => /https?:/.test(line));
    const changes = [
      { what: 'block', action: 'add', path: 'blocks/3', name: 'Links', text: 'Adds the block “Links”.' },
      ...lines.map((line, at) => ({
        what: 'item',
        action: 'add',
        path: `blocks/3/items/${at}`,
        name: line,
        text: `Adds the link “${line.replace(/\s*https?:\S+/, '') || line}”.`,
      })),
    ];
    return {
      ...done,
      dry_run: isDryRun === true,
      summary: { add: changes.length, change: 0, remove: 0, move: 0 },
      changes: lines.length ? changes : [],
      created: [],
      warnings: text.includes('ftp:') ? ['Line 3 is no link: ftp://example.com'] : [],
    };
  }),
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', 'http://localhost');
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString() || '{}');
  if (url.pathname === '/mock') {
    state = Object.assign(fresh(), body);
    response.end('{}');
    return;
  }
  const path = url.pathname.replace('/api/v1', '');
  const id = Number(/\/(\d+)/.exec(path)?.[1]);
  const handler = routes[`${request.method} ${path.replace(/\/\d+/, '/:id')}`];
  response.setHeader('content-type', 'application/json');
  response.setHeader('x-request-id', '01K9Z3QJ4T8W');
  try {
    if (!handler) throw new Refused(404, 'not_found', `The mock does not know ${request.method} ${path}.`);
    const found = handler(body, url.searchParams, id);
    const isListing = typeof found === 'object' && found !== null && 'records' in found && 'meta' in found;
    response.end(
      JSON.stringify(
        isListing ? { status: true, response: found.records, meta: found.meta } : { status: true, response: found },
      ),
    );
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    response.statusCode = error.status;
    if (error.status === 429) response.setHeader('retry-after', '40');
    response.end(JSON.stringify(error.body));
  }
}

export function mockApi(): Plugin {
  const use = ({
    middlewares,
  }: {
    middlewares: { use(handler: (request: IncomingMessage, response: ServerResponse, next: () => void) => void): void };
  }) => {
    middlewares.use((request, response, next) => {
      if (/^\/(api\/v1\/|mock$)/.test(request.url ?? '')) answer(request, response).catch(console.error);
      else next();
    });
  };
  return { name: 'mock-api', configureServer: use, configurePreviewServer: use };
}
