import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Config, ConfigError, readConfig } from '../server/config.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const defaults: Config = {
  port: 3000,
  host: '127.0.0.1',
  publicUrl: undefined,
  dashboardPort: 3001,
  dashboardUrl: undefined,
  isOneOrigin: false,
  homePage: 'home',
  dataDir: join(root, 'data'),
  databaseUrl: `sqlite:${join(root, 'data', 'fingerpost.db')}`,
  trustProxy: false,
  logLevel: 'info',
  rateLimit: 6000,
  metricsPort: undefined,
  bucket: undefined,
  uploadQuotaBytes: 500_000_000,
  geoDatabase: undefined,
  visitEventDays: 90,
  activityDays: 400,
  visitCacheBytes: Math.min(128, Math.floor(totalmem() / 16_000_000)) * 1_000_000,
  migrationBackups: 3,
  smtpUrl: undefined,
  mailFrom: undefined,
  signup: 'open',
  authSecret: undefined,
  provider: undefined,
  demo: true,
  maxConnections: 10_000,
  maxInFlight: 1000,
  maxEventLoopDelayMs: 500,
  requestTimeoutSeconds: 30,
  stopTimeoutSeconds: 10,
  workers: 1,
};

type Accepted = [name: string, value: string, expected: Partial<Config>];
const accepted: Accepted[] = [
  ['PORT', '8080', { port: 8080, dashboardPort: 8081 }],
  ['PORT', '0', { port: 0, dashboardPort: 0 }],
  ['PORT', ' 8080 ', { port: 8080, dashboardPort: 8081 }],
  ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
  ['PUBLIC_URL', 'https://links.example', { publicUrl: 'https://links.example' }],
  ['PUBLIC_URL', 'https://links.example/', { publicUrl: 'https://links.example' }],
  ['PUBLIC_URL', 'http://LINKS.example:8080', { publicUrl: 'http://links.example:8080' }],
  ['DASHBOARD_PORT', '8080', { dashboardPort: 8080 }],
  ['DASHBOARD_PORT', '0', { dashboardPort: 0 }],
  ['DASHBOARD_URL', 'https://MY.links.example/', { dashboardUrl: 'https://my.links.example' }],
  ['HOME_PAGE', 'docs', { homePage: 'docs' }],
  ['HOME_PAGE', 'ada', { homePage: { username: 'ada' } }],
  ['HOME_PAGE', 'https://example.com/about?a=b', { homePage: { url: 'https://example.com/about?a=b' } }],
  ['DATA_DIR', '/srv/fingerpost', { dataDir: '/srv/fingerpost', databaseUrl: 'sqlite:/srv/fingerpost/fingerpost.db' }],
  [
    'DATA_DIR',
    'elsewhere',
    { dataDir: resolve('elsewhere'), databaseUrl: `sqlite:${resolve('elsewhere/fingerpost.db')}` },
  ],
  ['DATABASE_URL', 'sqlite:/srv/other.db', { databaseUrl: 'sqlite:/srv/other.db' }],
  ['DATABASE_URL', 'postgres://u:p@db.example/f', { databaseUrl: 'postgres://u:p@db.example/f' }],
  ['DATABASE_URL', 'postgresql://u:p@db.example/f', { databaseUrl: 'postgresql://u:p@db.example/f' }],
  ['TRUST_PROXY', 'off', { trustProxy: false }],
  ['TRUST_PROXY', '0', { trustProxy: false }],
  ['TRUST_PROXY', '2', { trustProxy: 2 }],
  ['TRUST_PROXY', 'loopback, 10.0.0.0/8,2001:db8::/32', { trustProxy: ['loopback', '10.0.0.0/8', '2001:db8::/32'] }],
  ['TRUST_PROXY', '192.0.2.7', { trustProxy: ['192.0.2.7'] }],
  ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
  ['RATE_LIMIT', '10', { rateLimit: 10 }],
  ['METRICS_PORT', '9100', { metricsPort: 9100 }],
  ['METRICS_PORT', 'off', {}],
  ['UPLOAD_QUOTA_MB', '20', { uploadQuotaBytes: 20_000_000 }],
  ['S3_ACCESS_KEY_ID', 'key', {}],
  ['S3_SECRET_ACCESS_KEY', 'hunter2', {}],
  ['GEO_DATABASE', '/srv/places.mmdb', { geoDatabase: '/srv/places.mmdb' }],
  ['ACTIVITY_DAYS', '30', { activityDays: 30 }],
  ['MIGRATION_BACKUPS', '0', { migrationBackups: 0 }],
  ['SMTP_URL', 'smtp://u:p@mail.example:587', { smtpUrl: 'smtp://u:p@mail.example:587' }],
  ['SMTP_URL', 'smtps://mail.example', { smtpUrl: 'smtps://mail.example' }],
  ['MAIL_FROM', 'hello@links.example', { mailFrom: 'hello@links.example' }],
  ['MAIL_FROM', 'Links <hello@links.example>', { mailFrom: 'Links <hello@links.example>' }],
  ['DEMO', 'off', { demo: false }],
  ['DEMO', 'on', {}],
  ['NODE_ENV', 'production', { demo: false, signup: 'closed' }],
  ['SIGNUP', 'invite', { signup: 'invite' }],
  ['AUTH_SECRET', 'a'.repeat(32), { authSecret: 'a'.repeat(32) }],
  ['NODE_ENV', 'development', {}],
  ['MAX_CONNECTIONS', '5', { maxConnections: 5 }],
  ['MAX_IN_FLIGHT', '5', { maxInFlight: 5 }],
  ['MAX_EVENT_LOOP_DELAY_MS', '50', { maxEventLoopDelayMs: 50 }],
  ['REQUEST_TIMEOUT_SECONDS', '5', { requestTimeoutSeconds: 5 }],
  ['STOP_TIMEOUT_SECONDS', '5', { stopTimeoutSeconds: 5 }],
  ['WORKERS', '3', { workers: 3 }],
];

const number = (min: number, max: number) => `must be a whole number from ${min} to ${max}`;
const address = 'must be an address like https://links.example, without a path';
const home = 'must be "docs", a username, or an address like https://example.com/';
const mailServer = 'must be smtp://USER:PASSWORD@HOST:PORT, or smtps:// for TLS from the start';
const sender = 'must be an address such as hello@links.example, or Links <hello@links.example>';
const database = 'must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE';
const bucket = 'must be s3://BUCKET/PREFIX?region=…&endpoint=https://…&path_style=on';
const proxies = 'must be "off", the number of proxies in front, or a list of their addresses and networks';

type Refused = [name: string, value: string, sentence: string];
const refused: Refused[] = [
  ['PORT', '65536', number(0, 65535)],
  ['PORT', '-1', number(0, 65535)],
  ['PORT', '80.5', number(0, 65535)],
  ['PORT', '0x50', number(0, 65535)],
  ['PORT', 'http', number(0, 65535)],
  ['PUBLIC_URL', 'links.example', address],
  ['PUBLIC_URL', 'ftp://links.example', address],
  ['PUBLIC_URL', 'https://links.example/bio', address],
  ['PUBLIC_URL', 'https://links.example/?a=b', address],
  ['DASHBOARD_PORT', '70000', number(0, 65535)],
  ['DASHBOARD_URL', 'my.links.example', address],
  ['DASHBOARD_URL', 'https://links.example/dashboard', address],
  ['HOME_PAGE', 'Ada Lovelace', home],
  ['HOME_PAGE', 'ADA', home],
  ['HOME_PAGE', 'javascript:alert(1)', home],
  ['HOME_PAGE', '//example.com', home],
  ['DATABASE_URL', 'mysql://db.example/f', database],
  ['DATABASE_URL', 'sqlite:', database],
  ['DATABASE_URL', 'postgres://', database],
  ['DATABASE_URL', 'fingerpost.db', database],
  ['TRUST_PROXY', 'true', proxies],
  ['TRUST_PROXY', '-1', proxies],
  ['TRUST_PROXY', '10.0.0.0/33', proxies],
  ['TRUST_PROXY', '10.0.0', proxies],
  ['TRUST_PROXY', '10.0.0.0/0', proxies],
  ['TRUST_PROXY', '10.0.0.0/8/8', proxies],
  ['TRUST_PROXY', '2001:db8::/129', proxies],
  ['TRUST_PROXY', 'cafe', proxies],
  ['TRUST_PROXY', '10.0.0.1,', proxies],
  ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
  ['RATE_LIMIT', 'none', number(0, 1_000_000_000)],
  ['METRICS_PORT', '70000', number(0, 65535)],
  ['UPLOADS_URL', '/srv/uploads', bucket],
  ['UPLOADS_URL', 'https://s3.example/bucket', bucket],
  ['UPLOADS_URL', 's3://ab', bucket],
  ['UPLOADS_URL', 's3://bucket/a//b', bucket],
  ['UPLOADS_URL', 's3://bucket/%00', bucket],
  ['UPLOADS_URL', 's3://bucket?secret=hunter2', bucket],
  ['UPLOADS_URL', 's3://bucket?region=', 'needs a region like us-east-1'],
  [
    'UPLOADS_URL',
    's3://bucket?endpoint=s3.example',
    'needs an endpoint like https://s3.example, without a user or a query',
  ],
  ['UPLOADS_URL', 's3://bucket?path_style=x', 'must be "on" or "off"'],
  ['UPLOAD_QUOTA_MB', '-1', number(0, 1_000_000)],
  ['ACTIVITY_DAYS', '0', number(1, 3650)],
  ['MIGRATION_BACKUPS', '101', number(0, 100)],
  ['SMTP_URL', 'mail.example', mailServer],
  ['SMTP_URL', 'http://mail.example', mailServer],
  ['MAIL_FROM', 'Links', sender],
  ['MAIL_FROM', 'a b@links.example', sender],
  ['DEMO', 'perhaps', 'must be "on" or "off"'],
  ['MAX_CONNECTIONS', '0', number(1, 1_000_000)],
  ['MAX_IN_FLIGHT', '0', number(1, 1_000_000)],
  ['MAX_EVENT_LOOP_DELAY_MS', '1', number(10, 60_000)],
  ['REQUEST_TIMEOUT_SECONDS', '0', number(1, 3600)],
  ['STOP_TIMEOUT_SECONDS', '601', number(1, 600)],
  ['WORKERS', '0', 'must be "auto", or a whole number from 1 to 64'],
  ['WORKERS', '65', 'must be "auto", or a whole number from 1 to 64'],
];

describe('the settings', () => {
  it('all have a default', () => {
    assert.deepEqual(readConfig({}), defaults);
  });

  it('treat an empty value as not set', () => {
    const names = [...accepted, ...refused].map(([name]) => [name, '  ']);
    assert.deepEqual(readConfig(Object.fromEntries(names)), defaults);
  });

  for (const [name, value, expected] of accepted) {
    it(`accept ${name}=${value}`, () => {
      assert.deepEqual(readConfig({ [name]: value }), { ...defaults, ...expected });
    });
  }

  for (const [name, value, sentence] of refused) {
    it(`reject ${name}=${value} in one sentence`, () => {
      const mayBeSecret = ['DATABASE_URL', 'SMTP_URL', 'UPLOADS_URL'].includes(name) || value.includes('@');
      const echo = mayBeSecret ? '' : ` (it is "${value}")`;
      assert.deepEqual(errorsOf({ [name]: value }), [`${name} ${sentence}${echo}.`]);
    });
  }

  it('accept a bucket with its keys', () => {
    const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'hunter2' };
    const given = { accessKeyId: 'key', secretAccessKey: 'hunter2' };
    assert.deepEqual(readConfig({ UPLOADS_URL: 's3://my-files', ...keys }).bucket, {
      name: 'my-files',
      prefix: '',
      region: 'us-east-1',
      endpoint: undefined,
      pathStyle: false,
      ...given,
    });
    const elsewhere = 's3://files/links/live/?region=auto&endpoint=https://s3.example:9000';
    assert.deepEqual(readConfig({ UPLOADS_URL: elsewhere, ...keys }).bucket, {
      name: 'files',
      prefix: 'links/live/',
      region: 'auto',
      endpoint: 'https://s3.example:9000',
      pathStyle: true,
      ...given,
    });
    assert.equal(readConfig({ UPLOADS_URL: `${elsewhere}&path_style=off`, ...keys }).bucket?.pathStyle, false);
  });

  it('accept a provider to sign in with', () => {
    const client = { OIDC_CLIENT_ID: 'fingerpost', OIDC_CLIENT_SECRET: 'hunter2' };
    const given = { clientId: 'fingerpost', clientSecret: 'hunter2', secondFactor: 'ask' };
    assert.deepEqual(readConfig({ OIDC_ISSUER: 'https://id.example/realms/one/', ...client }).provider, {
      issuer: 'https://id.example/realms/one',
      name: 'id.example',
      ...given,
    });
    const local = { OIDC_ISSUER: 'http://127.0.0.1:9000', OIDC_NAME: 'Example ID', ...client };
    assert.deepEqual(readConfig(local).provider, { issuer: 'http://127.0.0.1:9000', name: 'Example ID', ...given });
    assert.equal(readConfig({ ...local, OIDC_SECOND_FACTOR: 'provider' }).provider!.secondFactor, 'provider');
    assert.equal(errorsOf({ ...local, OIDC_SECOND_FACTOR: 'both' }).length, 1);
  });

  it('reject a provider without its client, a client without a provider, and a provider without TLS', () => {
    assert.deepEqual(errorsOf({ OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'fingerpost' }), [
      'OIDC_ISSUER also needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.',
    ]);
    assert.deepEqual(errorsOf({ OIDC_CLIENT_SECRET: 'hunter2' }), [
      'OIDC_ISSUER must be set if OIDC_CLIENT_ID, OIDC_CLIENT_SECRET or OIDC_NAME is.',
    ]);
    const client = { OIDC_CLIENT_ID: 'fingerpost', OIDC_CLIENT_SECRET: 'hunter2' };
    assert.deepEqual(errorsOf({ OIDC_ISSUER: 'http://id.example', ...client }), [
      'OIDC_ISSUER must be an address like https://id.example, as the provider names its issuer (it is "http://id.example").',
    ]);
    assert.equal(errorsOf({ OIDC_ISSUER: 'https://id.example/a b', ...client }).length, 1);
  });

  it('reject a bucket without its keys', () => {
    assert.deepEqual(errorsOf({ UPLOADS_URL: 's3://my-files', S3_SECRET_ACCESS_KEY: 'hunter2' }), [
      'UPLOADS_URL also needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
    ]);
  });

  it('report all errors at once', () => {
    const found = errorsOf({ PORT: 'x', HOST: '::', LOG_LEVEL: 'x', DEMO: 'x', DATABASE_URL: 'x' });
    assert.deepEqual(
      found.map((mistake) => mistake.split(' ')[0]),
      ['PORT', 'DATABASE_URL', 'LOG_LEVEL', 'DEMO'],
    );
  });

  it('find that pages and dashboard have one origin, however it is written', () => {
    const one = { PUBLIC_URL: 'https://links.example', DASHBOARD_URL: 'https://LINKS.example:443/' };
    assert.equal(readConfig(one).isOneOrigin, true);
    for (const other of ['https://links.example:8443', 'http://links.example', 'https://my.links.example']) {
      assert.equal(readConfig({ ...one, DASHBOARD_URL: other }).isOneOrigin, false);
    }
  });

  it('refuse one port for two listeners, unless there is only one listener', () => {
    const both = { PORT: '8080', DASHBOARD_PORT: '8080' };
    assert.deepEqual(errorsOf(both), ['DASHBOARD_PORT must differ from PORT (both are 8080).']);
    assert.deepEqual(errorsOf({ METRICS_PORT: '3001' }), [
      'DASHBOARD_PORT must differ from METRICS_PORT (both are 3001).',
    ]);
    assert.deepEqual(errorsOf({ PORT: '65535' }), ['DASHBOARD_PORT must be set if PORT is 65535.']);
    const url = 'https://links.example';
    assert.equal(readConfig({ ...both, PUBLIC_URL: url, DASHBOARD_URL: url }).isOneOrigin, true);
    assert.equal(readConfig({ PORT: '65535', PUBLIC_URL: url, DASHBOARD_URL: url }).port, 65535);
  });

  it('create no demo account in production, whatever the value of DEMO', () => {
    assert.equal(readConfig({ NODE_ENV: 'production', DEMO: 'on' }).demo, false);
  });

  it('are immutable', () => {
    assert.throws(() => Object.assign(readConfig({}), { port: 1 }), TypeError);
  });

  for (const [name, value] of [
    ['DATABASE_URL', 'mysql://fingerpost:hunter2@db.example/f'],
    ['DATABASE_URL', 'mysql://fingerpost:hunter2/@db.example/f'],
    ['DATABASE_URL', 'mysql://fingerpost:@hunter2@db.example/f'],
    ['DATABASE_URL', 'mysql://:hunter2@db.example/f'],
    ['DATABASE_URL', 'postgres//fingerpost:hunter2@db.example/f'],
    ['DATABASE_URL', 'postgres:/fingerpost:hunter2@db.example/f'],
    ['DATABASE_URL', 'fingerpost:hunter2@db.example'],
    ['DATABASE_URL', 'mysql://db.example/f?user=fingerpost&password=hunter2'],
    ['DATABASE_URL', 'host=db.example user=fingerpost password=hunter2'],
    ['DATABASE_URL', 'postgres://fingerpost:hunter2'],
    ['DATABASE_URL', 'mysql://fingerpost:hunter2#@db.example/f'],
    ['SMTP_URL', 'mail.example:587?password=hunter2'],
    ['UPLOADS_URL', 's3://key:hunter2@bucket'],
    ['UPLOADS_URL', 's3://bucket?secret=hunter2'],
    ['UPLOADS_URL', 's3://bucket?endpoint=https://key:hunter2@s3.example'],
    ['PUBLIC_URL', 'https://fingerpost:hunter2@links.example'],
    ['PUBLIC_URL', 'https://:hunter2@links.example'],
    ['DASHBOARD_URL', 'https://fingerpost:hunter2@links.example'],
    ['HOME_PAGE', 'https://fingerpost:hunter2@links.example'],
  ] as const) {
    it(`do not repeat the password in ${name}=${value}`, () => {
      const [mistake, ...others] = errorsOf({ [name]: value });
      assert.deepEqual(others, []);
      assert.match(mistake!, new RegExp(`^${name} (must be|needs) .*\\.$`));
      assert.doesNotMatch(mistake!, /hunter2/);
    });
  }
});

function errorsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    assert.equal(error.message, error.mistakes.join('\n'));
    return error.mistakes;
  }
  return assert.fail(`${JSON.stringify(environment)} was accepted`);
}

it('the documentation lists exactly the settings that are read', () => {
  const read = new Set<string>();
  readConfig(
    new Proxy<Record<string, string | undefined>>(
      {},
      {
        get(_target, name) {
          read.add(String(name));
          return undefined;
        },
      },
    ),
  );
  // A common convention, documented next to DEMO rather than as a setting.
  read.delete('NODE_ENV');
  const documented = [...readFileSync(join(root, 'docs/settings.md'), 'utf8').matchAll(/^\| `([A-Z0-9_]+)` \|/gm)];
  assert.deepEqual([...read].sort(), documented.map(([, name]) => name).sort());
});
