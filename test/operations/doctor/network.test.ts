// What doctor finds of ports, proxies and the two origins.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { examineInstallation } from '../../../server/operations/doctor/index.ts';
import { answering, assertFound, clock, examined, folder, of } from './examined.ts';

describe('doctor on the network', () => {
  for (const [environment, state, words] of [
    [{}, 'ok', /none seems to be in use/],
    [{ TRUST_PROXY: 'loopback', PUBLIC_URL: 'https://links.invalid' }, 'warning', /cannot be reached from here/],
    [{ PUBLIC_URL: 'https://links.invalid' }, 'warning', /^There must be a proxy, but it is not trusted/],
    [
      { PUBLIC_URL: 'https://links.invalid', HOST: '0.0.0.0' },
      'warning',
      /^There must be a proxy, but it is not trusted/,
    ],
    [{ TRUST_PROXY: '1', HOST: '0.0.0.0' }, 'warning', /^With TRUST_PROXY=1, clients that reach 0\.0\.0\.0 directly/],
    [{ TRUST_PROXY: '1' }, 'warning', /no PUBLIC_URL/],
    [
      { TRUST_PROXY: 'loopback', PUBLIC_URL: 'https://links.invalid', HOST: '::1' },
      'warning',
      /^HOST is ::1\. A proxy that connects to 127\.0\.0\.1, as the examples do, does not find the service\.$/,
    ],
  ] as const) {
    it(`reports on the proxy with ${JSON.stringify(environment)}: ${words}`, async (t) => {
      assertFound(await examined(t, environment), 'proxy', state, words);
    });
  }

  it('does not expect a proxy elsewhere if HOST is the address of the examples, or all addresses', async (t) => {
    for (const host of ['', '127.0.0.1', '0.0.0.0', '::']) {
      const environment = { TRUST_PROXY: 'loopback', PUBLIC_URL: 'https://links.invalid', HOST: host };
      const found = of(await examined(t, environment), 'proxy').map(({ finding }) => finding);
      assert.equal(found.length, 1, found.join(' '));
      assert.match(found[0]!, /cannot be reached from here/);
    }
  });

  it('reports a public URL that leads to another server or to none', async (t) => {
    const shop = await answering(t, 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nshop');
    const environment = (port: number) => ({ PUBLIC_URL: `http://127.0.0.1:${port}`, TRUST_PROXY: 'loopback' });
    assertFound(await examined(t, environment(shop)), 'proxy', 'problem', /does not lead to Fingerpost \(200\)\.$/);
    const closed = await answering(t, 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    assertFound(await examined(t, environment(closed)), 'proxy', 'warning', /answers 502\.$/);
  });

  for (const [environment, state, words] of [
    [{}, 'ok', /^The dashboard is built\.$/],
    [{ PUBLIC_URL: 'https://links.invalid' }, 'warning', /^DASHBOARD_URL is not set: people cannot reach/],
    [{ PUBLIC_URL: 'http://localhost:3000' }, 'ok', /^The dashboard is built\.$/],
    [
      { DASHBOARD_URL: 'http://my.links.invalid' },
      'warning',
      /^DASHBOARD_URL is http:\S+, without TLS: passwords and sessions travel in the clear, .*no passkeys.*clipboard\.$/,
    ],
    [{ DASHBOARD_URL: 'https://my.links.invalid' }, 'warning', /^https:\S+ cannot be reached from here/],
    [
      { PUBLIC_URL: 'https://links.invalid', DASHBOARD_URL: 'https://links.invalid' },
      'warning',
      /one origin, https:\/\/links\.invalid\. Pixels are not rendered/,
    ],
  ] as const) {
    it(`says of the dashboard with ${JSON.stringify(environment)}: ${words}`, async (t) => {
      assertFound(await examined(t, environment), 'dashboard', state, words);
    });
  }

  it('reports that the dashboard is not built', async (t) => {
    const environment = { PORT: '0', DATA_DIR: await folder(t) };
    const findings = await examineInstallation({
      environment,
      clock,
      thorough: false,
      dashboardFolder: await folder(t),
    });
    assertFound(findings, 'dashboard', 'warning', /^The dashboard is not built in .*, or the last build failed\./);
    assertFound(findings, 'runtime', 'ok', /^Node 24\.\d+\.\d+\.$/);
    assertFound(findings, 'runtime', 'warning', /^The server runs from its sources/);
  });

  it('reports a port in use and an address of another machine', async (t) => {
    const port = await answering(t, 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    const taken = await examined(t, { HOST: '127.0.0.1', PORT: String(port), DASHBOARD_PORT: '0' });
    assertFound(taken, 'ports', 'problem', /^Another program listens on 127\.0\.0\.1/);
    const foreign = await examined(t, { HOST: '192.0.2.1', PORT: '18080' });
    assertFound(foreign, 'ports', 'problem', /EADDRNOTAVAIL/);
  });
});
