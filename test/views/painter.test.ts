import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPainter } from '../../server/views/pictures/painter.ts';

const card = { accountId: 1, username: 'ada', name: 'Ada', bio: '' };

test('cards that wait for a thread that ends are told so, and a new thread paints the next', async (t) => {
  const painter = createPainter();
  t.after(painter.close);
  const waiting = painter.paint(card);
  assert.equal(painter.waiting(), 1);
  await Promise.all([assert.rejects(waiting, /has ended/), painter.close()]);
  assert.equal(painter.waiting(), 0);
  const png = await painter.paint(card);
  assert.equal(png.subarray(1, 4).toString('latin1'), 'PNG');
});

test('a card that cannot be painted is no harm to the next', async (t) => {
  const painter = createPainter();
  t.after(painter.close);
  const broken = painter.paint({ ...card, name: 5 as unknown as string });
  const [refused, painted] = await Promise.allSettled([broken, painter.paint(card)]);
  assert.match(String(refused.status === 'rejected' && refused.reason), /could not be made/);
  assert.equal(painted.status, 'fulfilled');
});
