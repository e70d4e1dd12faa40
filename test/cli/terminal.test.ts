import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { confirm, pipedPassword, typedPassword } from '../../server/cli/io/terminal.ts';

describe('a password on standard input', () => {
  it('is everything except one trailing newline', async () => {
    for (const [input, password] of [
      ['correct horse', 'correct horse'],
      ['correct horse\n', 'correct horse'],
      ['correct horse\r\n', 'correct horse'],
      ['correct horse\n\n', 'correct horse\n'],
      [' two\nlines ', ' two\nlines '],
      ['', ''],
    ] as const) {
      assert.equal(await pipedPassword(Readable.from([Buffer.from(input)])), password);
    }
  });

  it('may arrive in pieces that split characters', async () => {
    const bytes = Buffer.from('pässword');
    assert.equal(await pipedPassword(Readable.from([bytes.subarray(0, 2), bytes.subarray(2)])), 'pässword');
  });

  it('must be text of limited length', async () => {
    const noText = pipedPassword(Readable.from([Buffer.from([0xff, 0x61])]));
    await assert.rejects(noText, { code: 'invalid', message: 'The password on standard input is not UTF-8 text.' });
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1024, 'x');
      })(),
    );
    await assert.rejects(pipedPassword(endless), {
      code: 'invalid',
      message: 'The password on standard input is too long.',
    });
  });
});

describe('input on a terminal', () => {
  /** Types `keys` and returns the result and the output. */
  async function typing<T>(keys: string, ask: (terminal: { input: PassThrough; output: PassThrough }) => Promise<T>) {
    const terminal = { input: new PassThrough(), output: new PassThrough() };
    terminal.input.write(keys);
    const [outcome] = await Promise.allSettled([ask(terminal)]);
    terminal.output.end();
    return { outcome, shown: await text(terminal.output) };
  }

  it('reads a password twice without showing it', async () => {
    const { outcome, shown } = await typing('correct horse\rcorrect horse\r', typedPassword);
    assert.deepEqual(outcome, { status: 'fulfilled', value: 'correct horse' });
    assert.equal(shown, 'New password: \nRepeat the password: \n');
  });

  it('reports that the two passwords differ', async () => {
    const { outcome } = await typing('correct horse\rcorrect hose\r', typedPassword);
    assert.equal(outcome.status, 'rejected');
    assert.equal(outcome.reason.message, 'The two passwords differ; nothing was changed.');
  });

  it('stops on Ctrl-C or Ctrl-D', async () => {
    for (const keys of ['correct\x03', '\x04']) {
      const { outcome, shown } = await typing(keys, typedPassword);
      assert.equal(outcome.status, 'rejected');
      assert.equal(outcome.reason.message, 'Stopped; nothing was changed.');
      assert.equal(shown, 'New password: \n');
    }
  });

  it('confirms only with the exact word', async () => {
    const ask = (terminal: { input: PassThrough; output: PassThrough }) => confirm('All of it goes.', 'ada', terminal);
    const { outcome, shown } = await typing('ada\r', ask);
    assert.equal(outcome.status, 'fulfilled');
    assert.ok(shown.startsWith('All of it goes.\n') && shown.includes('Type "ada" to continue: '), shown);
    for (const keys of ['y\r', '\r', 'Ada\r', 'ada\x03']) {
      assert.equal((await typing(keys, ask)).outcome.status, 'rejected');
    }
  });
});
