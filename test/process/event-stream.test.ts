// A response of server-sent events on a real socket: its client may stop reading.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { test } from 'node:test';
import Fastify from 'fastify';
import { type EventStream, startEventStream } from '../../server/http/wire/event-stream.ts';
import { eventually } from '../support/eventually.ts';
import { listenOn } from '../support/live-stream.ts';

test('A stream of events sends nothing more to a client that does not read, until it does', async (t) => {
  const app = Fastify();
  let stream: EventStream | undefined;
  let drained = 0;
  const onDrain = () => {
    drained += 1;
  };
  app.get('/', (_request, reply) => {
    stream = startEventStream(reply, { retryMs: 1000, onDrain });
  });
  const port = await listenOn(app);
  const request = http.get({ host: '127.0.0.1', port, agent: false });
  t.after(async () => {
    request.destroy();
    await app.close();
  });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.pause();
  const large = [{ id: '1', event: 'snapshot', data: 'x'.repeat(1024 * 1024) }];
  let sent = 0;
  while (stream!.send(large)) {
    sent += 1;
    assert.ok(sent < 100, 'the stream has no limit');
    await new Promise(setImmediate);
  }
  assert.equal(stream!.send(large), false);
  stream!.beat();
  drained = 0;

  let received = '';
  response.setEncoding('utf8').on('data', (chunk) => {
    received += chunk;
  });
  response.resume();
  await eventually('everything is read', 10_000, () => drained > 0);
  assert.equal(stream!.send([{ id: '2', event: 'arrival', data: 'a\nb' }]), true);
  await eventually('it is received', 5000, () => received.endsWith('id: 2\nevent: arrival\ndata: "a\\nb"\n\n'));
  assert.equal(received.split('id: 1\n').length - 1, sent);
  assert.ok(received.startsWith('retry: 1000\n\n'));
  stream!.beat();
  await eventually('the comment is received', 5000, () => received.endsWith(':\n\n'));
  stream!.end(2000);
  await once(response, 'end');
  assert.ok(received.endsWith('retry: 2000\n\n'));
  assert.equal(stream!.send(large), true);
});
