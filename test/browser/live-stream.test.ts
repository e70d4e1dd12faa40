// The function of docs/visits.md that reads the live stream with `fetch`, as written, in a browser on a page of another
// origin and in Node.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import vm from 'node:vm';
import { type Api, openApi } from '../support/api.ts';
import { startBrowser } from '../support/browser.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { listenOn } from '../support/live-stream.ts';

const [, followLive] = /```js\n(async function followLive[\s\S]*?)```/.exec(
  readFileSync(new URL('../../docs/visits.md', import.meta.url), 'utf8'),
)!;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PATIENCE_MS = 20_000;

/** Runs the function in one of the two, and reports what it found. */
interface Runner {
  start(service: string, key: string): Promise<void>;
  /** The names of the events, or the message of the failure. */
  found(): Promise<string[]>;
  stop(): Promise<void>;
}

const script = (service: string, key: string) => `
  ${followLive}
  globalThis.found = [];
  globalThis.stopped = new AbortController();
  globalThis.running = followLive({
    service: ${JSON.stringify(service)},
    key: ${JSON.stringify(key)},
    signal: stopped.signal,
    onEvent: (event, data) => found.push(event + (data.total ?? '')),
  }).then(() => found.push('ended'), (error) => found.push(error.message));`;

describe('The documented reader of the live stream', () => {
  let api: Api;
  let service: string;
  let elsewhere: http.Server;
  before(async () => {
    api = await openApi(engines[0]!, { PUBLIC_URL: '' });
    service = `http://127.0.0.1:${await listenOn(api.app)}`;
    elsewhere = http.createServer((_request, response) => response.end('<!doctype html><title>Elsewhere</title>'));
    await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
  });
  after(async () => {
    elsewhere.close();
    await api.close();
  });

  async function check(runner: Runner, username: string): Promise<void> {
    const { key } = await api.account(username);
    const visit = (remoteAddress: string) =>
      api.app.inject({ url: `/${username}`, headers: { 'user-agent': firefox }, remoteAddress });
    const isFound = (...events: string[]) =>
      eventually(events.join(), PATIENCE_MS, async () => (await runner.found()).join() === events.join());
    try {
      await runner.start(service, key);
      await isFound('snapshot0');
      await visit('192.0.2.1');
      await isFound('snapshot0', 'arrival');

      // What happens while the connection is lost is not missed.
      api.app.server.closeAllConnections();
      await visit('192.0.2.2');
      await isFound('snapshot0', 'arrival', 'arrival');
    } finally {
      await runner.stop();
    }
    await isFound('snapshot0', 'arrival', 'arrival', 'ended');

    await runner.start(service, 'fp_wrong');
    await isFound('Send a valid API key as "Authorization: Bearer fp_…".');
  }

  it('works in a browser, on a page of another origin', async (t) => {
    const browser = await startBrowser(t);
    const { tab } = await browser.open();
    await tab.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
    await check(
      {
        start: async (...of) => void (await tab.addScriptTag({ content: script(...of) })),
        found: () => tab.evaluate('found'),
        stop: () => tab.evaluate('stopped.abort()'),
      },
      'ada',
    );
  });

  it('works in Node', async () => {
    const context = vm.createContext({ fetch, TextDecoder, AbortController, setTimeout, clearTimeout });
    await check(
      {
        start: async (...of) => void vm.runInContext(script(...of), context),
        found: async () => [...vm.runInContext('found', context)],
        stop: async () => vm.runInContext('stopped.abort()', context),
      },
      'bob',
    );
  });
});
