// The example files agree with the service: settings exist, limits fit, timeouts are in order.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { limits } from '../../contract/limits.ts';
import { exitCodes } from '../../server/cli/failures.ts';
import { readConfig, settingNames } from '../../server/config.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');
const withoutComments = (text: string) => text.replace(/^\s*#.*$/gm, '');

const nginx = withoutComments(read('deploy/nginx.conf'));
const caddy = withoutComments(read('deploy/Caddyfile'));
const unit = read('deploy/fingerpost.service');
const environment = read('deploy/fingerpost.env');

/** The keep-alive timeout of the service, read from its source. */
const keepAliveSeconds =
  Number(/KEEP_ALIVE_MS = ([\d_]+);/.exec(read('server/http/wire/server.ts'))![1]!.replaceAll('_', '')) / 1000;

const origins = ['https://links.example', 'https://my.links.example'];
const { port: pagesPort, dashboardPort } = readConfig({});

describe('Settings in the examples', () => {
  const settings = new Set([...read('docs/settings.md').matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, name]) => name!));
  // Settings of Node and of other programs.
  const others = ['NODE_ENV', 'NODE_COMPILE_CACHE', 'POSTGRES_PASSWORD', 'REVISION', 'STOP_GRACE_PERIOD'];
  const service = /^ {2}fingerpost:\n[\s\S]*?(?=^ {2}\w)/m.exec(read('compose.yaml'))![0];
  const named: Record<string, RegExpStringIterator<RegExpExecArray>> = {
    Dockerfile: /^ENV [\s\S]*?[^\\]\n/m.exec(read('Dockerfile'))![0].matchAll(/([A-Z_]{4,})=/g),
    'compose.yaml': service.matchAll(/\$\{([A-Z0-9_]+)|^ {6}([A-Z0-9_]+): /gm),
    'deploy/fingerpost.service': unit.matchAll(/^Environment=([A-Z_]+)=/gm),
    'deploy/fingerpost.env': environment.matchAll(/^#?([A-Z0-9_]+)=/gm),
    'deploy/fingerpost-command': read('deploy/fingerpost-command').matchAll(/(?<=^export .*)\b([A-Z_]+)=/gm),
    'docs/deploying.md': read('docs/deploying.md').matchAll(/\b((?!POSTGRES)[A-Z]+_[A-Z_]+|PORT|HOST|DEMO)\b/g),
    'docs/upgrading.md': read('docs/upgrading.md').matchAll(/\b([A-Z]+_[A-Z_]+)\b/g),
  };
  for (const [file, matches] of Object.entries(named)) {
    it(`exist, in ${file}`, () => {
      const names = new Set([...matches].map(([, one, other]) => (one ?? other)!));
      assert.ok(names.size > 0);
      assert.deepEqual(
        [...names].filter((name) => !settings.has(name) && !others.includes(name)),
        [],
      );
    });
  }

  it('have valid values', () => {
    const given = Object.fromEntries(
      [...environment.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value]),
    );
    const { publicUrl, dashboardUrl, trustProxy, host } = readConfig(given);
    assert.deepEqual([publicUrl, dashboardUrl, trustProxy], [...origins, ['loopback']]);
    // Where the examples for nginx and Caddy connect to, whether or not the setting is there.
    assert.deepEqual([host, readConfig({}).host], ['127.0.0.1', '127.0.0.1']);
    assert.deepEqual(readConfig({ TRUST_PROXY: /TRUST_PROXY:-(\w+)/.exec(service)![1] }).trustProxy, ['uniquelocal']);
  });

  it('include how people sign up and sign in, and are valid together', () => {
    const names = [
      'SIGNUP',
      'SMTP_URL',
      'MAIL_FROM',
      'OIDC_ISSUER',
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
      'OIDC_NAME',
      'OIDC_SECOND_FACTOR',
    ];
    for (const name of names) assert.match(service, new RegExp(`^ {6}${name}: \\$\\{${name}:-\\}$`, 'm'));
    const given = Object.fromEntries(
      [...environment.matchAll(/^#([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value]),
    );
    const { signup, mailFrom, provider } = readConfig({ ...given, DASHBOARD_URL: origins[1] });
    assert.deepEqual([signup, mailFrom], ['invite', 'Links <hello@links.example>']);
    const [clientId, clientSecret] = ['fingerpost', 'SECRET'];
    const named = { issuer: 'https://id.example', name: 'Example ID' };
    assert.deepEqual(provider, { ...named, clientId, clientSecret, secondFactor: 'provider' });
  });

  it('get through Docker Compose, all but those that the image and the volume fix', () => {
    const fixed = ['HOST', 'PORT', 'DASHBOARD_PORT', 'DATA_DIR'];
    // Compose runs PostgreSQL, with NODE_ENV=production.
    const useless = ['DEMO', 'MIGRATION_BACKUPS'];
    const passed = [...service.matchAll(/^ {6}([A-Z0-9_]+): (.*)$/gm)].filter(([, name]) => name !== 'REVISION');
    assert.deepEqual(
      [...passed.map(([, name]) => name!), ...fixed, ...useless].sort(),
      settingNames()
        .filter((name) => name !== 'NODE_ENV')
        .sort(),
    );
    const constructed = ['DATABASE_URL', 'TRUST_PROXY'];
    for (const [, name, value] of passed) if (!constructed.includes(name!)) assert.equal(value, `\${${name}:-}`);
  });

  it('leave an empty setting at its default', () => {
    const given = Object.fromEntries(
      [...service.matchAll(/^ {6}([A-Z0-9_]+): \$\{\w+:-\}$/gm)].map(([, name]) => [name!, '']),
    );
    assert.equal(Object.keys(given).length, 29);
    assert.deepEqual(readConfig(given), readConfig({}));
  });

  it('contain no password', () => {
    for (const text of [withoutComments(unit), withoutComments(environment)])
      assert.doesNotMatch(text, /:\/\/[^/\s]*@/);
  });
});

describe('The example for nginx', () => {
  it('allows larger requests than the service, so that the service answers with its own errors', () => {
    const body = /client_max_body_size (\d+)m;/.exec(nginx)!;
    assert.ok(Number(body[1]) * 1024 * 1024 > Math.max(limits.bodyBytes, limits.videoBytes));
    const [, count, size] = /large_client_header_buffers (\d+) (\d+)k;/.exec(nginx)!;
    assert.ok(Number(size) * 1024 > Math.max(limits.headerBytes, limits.urlLength));
    assert.ok(Number(count) * Number(size) * 1024 > limits.headerBytes + limits.urlLength);
  });

  it('answers its own errors in the format of the service', () => {
    const refusals = [...nginx.matchAll(/return (\d+) '(.*)';/g)].map(([, status, body]) => [
      Number(status),
      JSON.parse(body!),
    ]);
    const apiError = (response: string, code: string) => ({ status: false, response, code });
    assert.deepEqual(Object.fromEntries(refusals), {
      413: apiError(`The body may have at most ${limits.videoBytes} bytes.`, 'too_large'),
      414: apiError(`The URL may have at most ${limits.urlLength} characters.`, 'too_large'),
      431: apiError(`The request line and headers may have at most ${limits.headerBytes} bytes.`, 'too_large'),
      503: apiError('The service is being restarted; try again shortly.', 'unavailable'),
    });
  });

  it('forwards each host name to its own port, and sends HSTS once', () => {
    const upstreams = [...nginx.matchAll(/^upstream (\w+) \{\s+server 127\.0\.0\.1:(\d+);/gm)];
    const names = Object.fromEntries(upstreams.map(([, name, port]) => [name, Number(port)]));
    assert.deepEqual(names, { fingerpost_pages: pagesPort, fingerpost_dashboard: dashboardPort });
    assert.match(
      nginx,
      /map \$host \$fingerpost \{\s+default fingerpost_pages;\s+my\.links\.example fingerpost_dashboard;/,
    );
    assert.equal(nginx.match(/server_name links\.example my\.links\.example;/g)?.length, 2);
    assert.match(nginx, /proxy_pass http:\/\/\$fingerpost;/);
    assert.match(nginx, /proxy_hide_header Strict-Transport-Security;/);
  });

  it('overwrites the forwarding headers of the visitor', () => {
    for (const [name, value] of [
      ['X-Forwarded-For', '$remote_addr'],
      ['X-Forwarded-Proto', '$scheme'],
      ['X-Forwarded-Host', '""'],
      ['Host', '$host'],
    ]) {
      assert.ok(nginx.includes(`proxy_set_header ${name} ${value};`), name);
    }
  });

  it('closes an idle connection before the service does', () => {
    const timeouts = [...nginx.matchAll(/keepalive_timeout (\d+)s;/g)].map(([, seconds]) => Number(seconds));
    assert.equal(timeouts.length, 2);
    for (const seconds of timeouts) assert.ok(seconds < keepAliveSeconds);
  });

  it('logs no IP addresses', () => {
    assert.equal(nginx.match(/access_log off;/g)?.length, nginx.match(/^server \{/gm)?.length);
  });
});

describe('The example for Caddy', () => {
  it('forwards each host name to its own port', () => {
    const site = /^\{\$(\w+):(\S+)\} \{\s+import fingerpost\s+reverse_proxy \{\$(\w+):127\.0\.0\.1:(\d+)\}/gm;
    const sites = [...caddy.matchAll(site)];
    assert.deepEqual(
      sites.map(([, ...found]) => found),
      [
        ['PUBLIC_URL', origins[0], 'UPSTREAM', String(pagesPort)],
        ['DASHBOARD_URL', origins[1], 'DASHBOARD_UPSTREAM', String(dashboardPort)],
      ],
    );
  });

  it('closes an idle connection before the service does', () => {
    assert.ok(Number(/keepalive (\d+)s/.exec(caddy)![1]) < keepAliveSeconds);
  });

  it('answers with the same error if the service is unavailable', () => {
    const body = JSON.parse(/respond `(.*)` 503/.exec(caddy)![1]!);
    assert.equal(body.code, 'unavailable');
    assert.ok(nginx.includes(body.response));
  });

  it('logs no IP addresses', () => {
    assert.match(caddy, /fields \{\s*request delete\s*\}/);
  });
});

describe('The unit for systemd', () => {
  const values = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!);
  const defaults = readConfig({});

  it('has a longer stop timeout than the service', () => {
    assert.ok(Number(values('TimeoutStopSec')[0]) > defaults.stopTimeoutSeconds);
  });

  it('restarts the service unless its settings are invalid', () => {
    assert.deepEqual(values('Restart'), ['always']);
    assert.deepEqual(values('RestartPreventExitStatus'), [String(exitCodes.configuration)]);
  });

  it('allows as many connections as the service does', () => {
    assert.ok(Number(values('LimitNOFILE')[0]) > defaults.maxConnections);
  });

  it('keeps compiled code in a folder that the service can write to', () => {
    assert.deepEqual(values('CacheDirectory'), ['fingerpost']);
    assert.ok(values('Environment').includes('NODE_COMPILE_CACHE=/var/cache/fingerpost'));
  });

  it('runs as a separate user without privileges, in a protected file system', () => {
    const wanted = {
      User: ['fingerpost'],
      NoNewPrivileges: ['yes'],
      CapabilityBoundingSet: [''],
      ProtectSystem: ['strict'],
      SystemCallFilter: ['@system-service', '~@privileged @resources', 'setpriority'],
      RestrictAddressFamilies: ['AF_INET AF_INET6 AF_UNIX'],
      // V8 does not start with it.
      MemoryDenyWriteExecute: [],
    };
    assert.deepEqual(Object.fromEntries(Object.keys(wanted).map((name) => [name, values(name)])), wanted);
  });
});
