// The client address and host of a request: forwarded headers count only from trusted proxies.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Account, type Api, openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';
import { startHere } from '../support/here.ts';
import { pixelNamed } from '../support/server.ts';

interface Case {
  what: string;
  peer: string;
  forwarded: string;
  ip: string;
  trusted: boolean;
}

const CLIENT = '203.0.113.1';
const LIE = '198.51.100.66';

const settings: Record<string, Case[]> = {
  off: [
    { what: 'nobody', peer: '127.0.0.1', forwarded: CLIENT, ip: '127.0.0.1', trusted: false },
    { what: 'nobody, mapped', peer: '::ffff:10.0.0.1', forwarded: CLIENT, ip: '10.0.0.1', trusted: false },
  ],
  '1': [
    { what: 'one hop', peer: '10.0.0.1', forwarded: CLIENT, ip: CLIENT, trusted: true },
    { what: 'one hop of a longer chain', peer: '10.0.0.1', forwarded: `${LIE}, ${CLIENT}`, ip: CLIENT, trusted: true },
    { what: 'no name as an address', peer: '10.0.0.1', forwarded: `${CLIENT}, unknown`, ip: '', trusted: true },
    { what: 'no oversized value', peer: '10.0.0.1', forwarded: 'a'.repeat(5000), ip: '', trusted: true },
  ],
  '2': [
    { what: 'two hops', peer: '10.0.0.1', forwarded: `${CLIENT}, 10.0.0.2`, ip: CLIENT, trusted: true },
    {
      what: 'two hops of more',
      peer: '10.0.0.1',
      forwarded: `${LIE}, ${CLIENT}, 10.0.0.2`,
      ip: CLIENT,
      trusted: true,
    },
  ],
  loopback: [
    { what: 'this machine', peer: '127.0.0.1', forwarded: CLIENT, ip: CLIENT, trusted: true },
    { what: 'this machine by IPv6', peer: '::1', forwarded: `${LIE}, ${CLIENT}`, ip: CLIENT, trusted: true },
    { what: 'no stranger', peer: '10.0.0.1', forwarded: CLIENT, ip: '10.0.0.1', trusted: false },
    {
      what: 'no claim to be local',
      peer: '127.0.0.1',
      forwarded: `${LIE}, ${CLIENT}, 127.0.0.1`,
      ip: CLIENT,
      trusted: true,
    },
  ],
  '10.0.0.0/8, 192.168.1.7, 2001:db8::/32': [
    { what: 'a network', peer: '10.1.2.3', forwarded: `${LIE}, ${CLIENT}`, ip: CLIENT, trusted: true },
    { what: 'a network, mapped', peer: '::ffff:10.1.2.3', forwarded: CLIENT, ip: CLIENT, trusted: true },
    {
      what: 'a chain of trusted proxies',
      peer: '192.168.1.7',
      forwarded: `${LIE}, ${CLIENT}, 10.9.9.9`,
      ip: CLIENT,
      trusted: true,
    },
    { what: 'an IPv6 network', peer: '2001:db8::9', forwarded: CLIENT, ip: CLIENT, trusted: true },
    { what: 'no address outside the list', peer: '192.168.1.8', forwarded: CLIENT, ip: '192.168.1.8', trusted: false },
    { what: 'not even this machine', peer: '127.0.0.1', forwarded: CLIENT, ip: '127.0.0.1', trusted: false },
  ],
};

for (const [setting, cases] of Object.entries(settings)) {
  describe(`TRUST_PROXY=${setting}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engines[0]!, { TRUST_PROXY: setting, PUBLIC_URL: '' });
      ada = await api.account('ada');
    });
    after(() => api.close());

    for (const { what, peer, forwarded, ip, trusted } of cases) {
      it(`trusts ${what}`, async () => {
        const headers = {
          authorization: `Bearer ${ada.key}`,
          host: 'near.example:8080',
          'x-forwarded-for': forwarded,
          'x-forwarded-host': 'far.example',
          'x-forwarded-proto': 'https',
        };
        const ask = (method: 'GET' | 'POST', path: string, payload?: object) =>
          api.app.inject({
            method,
            url: `/api/v1${path}`,
            headers,
            remoteAddress: peer,
            ...(payload ? { payload } : {}),
          });
        assert.equal((await ask('POST', '/pixels', pixelNamed(what))).statusCode, 200);
        const { response, meta } = (await ask('GET', '/activities')).json();
        assert.equal(response[0].message, `The pixel "${what}" was added.`);
        assert.equal(response[0].ip, ip);
        const base = trusted ? 'https://far.example' : 'http://near.example:8080';
        assert.equal(meta.path, `${base}/api/v1/activities`);
        // An answer cached for one host is not served for another.
        const plain = await api.app.inject({
          url: '/api/v1/activities',
          headers: { authorization: headers.authorization, host: 'third.example' },
          remoteAddress: peer,
        });
        assert.equal(plain.json().meta.path, 'http://third.example/api/v1/activities');
      });
    }
  });
}

describe('TRUST_PROXY over the wire', () => {
  for (const [environment, ip, base] of [
    [{}, '127.0.0.1', undefined],
    [{ TRUST_PROXY: 'loopback' }, CLIENT, 'https://far.example'],
  ] as const) {
    it(`with ${JSON.stringify(environment)} attributes a request to ${ip}`, async (t) => {
      const server = await startHere(t, engines[0]!, environment);
      const { key } = server;
      const headers = {
        'x-forwarded-for': `${LIE}, ${CLIENT}`,
        'x-forwarded-host': 'far.example',
        'x-forwarded-proto': 'https',
      };
      assert.equal((await server.call('POST /api/v1/pixels', { key, headers, json: pixelNamed('One') })).status, 200);
      const { body } = await server.call('GET /api/v1/activities', { key, headers });
      assert.equal(body.response[0].ip, ip);
      assert.equal(body.meta.path, `${base ?? server.url}/api/v1/activities`);
    });
  }
});
