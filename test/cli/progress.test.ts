import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { progressBar } from '../../server/cli/io/progress.ts';

function stream(isTTY: boolean, columns = 80) {
  const written: string[] = [];
  return { isTTY, columns, written, write: (text: string) => written.push(text) };
}

describe('the progress bar', () => {
  it('redraws itself on a terminal at a limited rate and disappears at the end', () => {
    const terminal = stream(true);
    let at = 0;
    const bar = progressBar(terminal, () => at);
    bar.show('account', 0, 400);
    bar.show('account', 1, 400);
    at = 1000;
    bar.show('link', 100, 400);
    at = 3000;
    bar.show('visits', 300, 400);
    bar.end();
    assert.deepEqual(
      terminal.written.map((text) =>
        text.replace('\r\u001b[K', '<').replaceAll(/[█░]/g, (part) => (part === '█' ? '#' : '.')),
      ),
      [
        `<${'.'.repeat(40)}   0 %  account`,
        `<${'#'.repeat(10)}${'.'.repeat(30)}  25 %  link`,
        `<${'#'.repeat(30)}${'.'.repeat(10)}  75 %  visits, 1 s left`,
        '<',
      ],
    );
  });

  it('fits into a narrow terminal', () => {
    const terminal = stream(true, 24);
    progressBar(terminal, () => 0).show('a table with a long name', 1, 2);
    assert.equal(terminal.written[0], '\r\u001b[K 50 %  a table with a l');
  });

  it('prints a line every ten seconds without a terminal', () => {
    const log = stream(false);
    let at = 0;
    const bar = progressBar(log, () => at);
    for (at = 0; at <= 25_000; at += 500) bar.show('visits', at, 25_000);
    bar.end();
    assert.deepEqual(log.written, ['visits: 40 %\n', 'visits: 80 %\n']);
  });

  it('shows empty work as done', () => {
    const terminal = stream(true, 40);
    progressBar(terminal, () => 0).show('nothing', 0, 0);
    assert.match(terminal.written[0]!, /100 % {2}nothing$/);
  });
});
