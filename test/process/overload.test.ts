import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, assertRefused, startServer, tenantOn } from '../support/server.ts';
import { freshDatabase } from '../support/store.ts';
import { openWire } from './wire.ts';

const sqlite = engines[0]!;
const busyServer = new URL('children/busy-server.ts', import.meta.url);

describe('overload', () => {
  it('of the event loop is told with 503 and Retry-After until it is over, and health answers all along', async (t) => {
    const databaseUrl = await freshDatabase(t, sqlite);
    const { key } = await tenantOn(databaseUrl);
    const environment = { DATABASE_URL: databaseUrl, MAX_EVENT_LOOP_DELAY_MS: '100' };
    const server = await startServer(t, environment, busyServer);
    const user = () => server.call('GET /api/v1/user', { key });
    await eventually('it has calmed down after its start', 10_000, async () => (await user()).status === 200);

    server.say('block');
    let refused: Answer | undefined;
    await eventually('it refuses', 10_000, async () => {
      const answer = await user();
      if (answer.status !== 200) refused = answer;
      return refused !== undefined;
    });
    assertShed(refused!);
    assert.equal((await server.call('GET /health')).status, 200);
    assert.equal((await server.call('GET /ready')).status, 200);
    assertShed(await user());

    server.say('release');
    await eventually('it answers again', 10_000, async () => (await user()).status === 200);
    server.kill('SIGTERM');
    assert.deepEqual(await server.ended, { code: 0, signal: null });
  });

  it('by more requests than MAX_IN_FLIGHT is told the same way, until there are fewer', async (t) => {
    const databaseUrl = await freshDatabase(t, sqlite);
    const { key } = await tenantOn(databaseUrl);
    const server = await startServer(t, { DATABASE_URL: databaseUrl, MAX_IN_FLIGHT: '2' });
    const user = () => server.call('GET /api/v1/user', { key });
    const body = '{"name":"Late","type":"quora","pixel_id":"q"}';
    const headers = `Host: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${body.length}`;
    const wires = [await openWire(t, server.port), await openWire(t, server.port)];
    for (const wire of wires) await wire.send(`POST /api/v1/pixels HTTP/1.1\r\n${headers}\r\n\r\n`);

    await eventually('both are under way', 5000, async () => (await user()).status === 503);
    assertShed(await user());
    assertShed(await server.call('GET /docs'));
    assert.equal((await server.call('GET /health')).status, 200);
    assert.equal((await server.call('GET /health?from=a-probe')).status, 200);

    await wires[0]!.send(body);
    assert.equal((await wires[0]!.answer()).status, 200);
    assert.equal((await user()).status, 200);

    await wires[0]!.send(`POST /api/v1/pixels HTTP/1.1\r\n${headers}\r\n\r\n`);
    await eventually('two are under way again', 5000, async () => (await user()).status === 503);
    wires[1]!.socket.destroy();
    await eventually('one has gone away without an answer', 5000, async () => (await user()).status === 200);
  });
});

function assertShed(answer: Answer): void {
  assertRefused(answer, 503, 'unavailable');
  assert.match(answer.headers['retry-after'] ?? '', /^[1-9]\d*$/);
}
