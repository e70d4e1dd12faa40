// Mail through a real SMTP server on loopback, and into files without one.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createMailer, MailRefused } from '../../server/mail/mailer.ts';
import { newSignInMessage, verificationMessage } from '../../server/mail/messages.ts';
import { readMail } from '../support/mail.ts';
import { openSmtpServer, type SmtpStep } from '../support/smtp.ts';

const message = verificationMessage(
  { to: 'ada@example.com', language: 'en' },
  'ada',
  'https://my.links.example/verify?token=abc',
);
const at = Date.UTC(2026, 10, 15, 12) * 1000;
const mail = { ...message, id: '1.verify-email', kind: 'verify-email', accountId: 7, at };
const from = 'Links <hello@links.example>';

function openMailer(t: TestContext, smtpUrl: string | undefined, attemptMs?: number) {
  const folder = join(mkdtempSync(join(tmpdir(), 'fingerpost-mail-')), 'mail');
  const mailer = createMailer({ smtpUrl, from, folder, ...(attemptMs !== undefined && { attemptMs }) });
  t.after(async () => {
    await mailer.stop();
    rmSync(join(folder, '..'), { recursive: true, force: true });
  });
  return { mailer, folder };
}

describe('Mail', () => {
  it('is sent through the mail server, as text and as HTML', async (t) => {
    const server = await openSmtpServer();
    t.after(() => server.close());
    const { mailer } = openMailer(t, server.url);
    assert.equal(mailer.kind, 'smtp');
    await mailer.send(mail);
    const [sent] = server.messages;
    assert.equal(sent!.from, 'hello@links.example');
    assert.deepEqual(sent!.to, ['ada@example.com']);
    const read = readMail(sent!.source);
    assert.equal(read.subject, 'Confirm your e-mail address');
    assert.equal(read.headers['auto-submitted'], 'auto-generated');
    assert.equal(read.headers['message-id'], '<1.verify-email@links.example>');
    assert.equal(read.headers.date, 'Sun, 15 Nov 2026 12:00:00 +0000');
    assert.match(read.text, /^https:\/\/my\.links\.example\/verify\?token=abc$/m);
    assert.match(read.html, /href="https:\/\/my\.links\.example\/verify\?token=abc"/);
  });

  const answers: [SmtpStep, string, 'for now' | 'for good'][] = [
    ['connection', '554 no service for you', 'for now'],
    ['AUTH', '535 5.7.8 wrong password', 'for now'],
    ['MAIL', '451 later', 'for now'],
    ['MAIL', '550 5.1.8 no such sender', 'for now'],
    ['RCPT', '451 4.7.1 greylisted', 'for now'],
    ['RCPT', '530 5.7.0 sign in first', 'for now'],
    ['RCPT', '554 5.7.1 <ada@example.com>: relay access denied', 'for now'],
    ['RCPT', '550 no such user', 'for good'],
    ['RCPT', '553 5.1.3 bad address', 'for good'],
    ['RCPT', '552 5.2.2 mailbox full', 'for good'],
    ['DATA', '554 5.5.1 not now', 'for now'],
    ['contents', '452 4.3.1 no space', 'for now'],
    ['contents', '554 5.6.0 not such a message', 'for good'],
  ];
  for (const [step, answer, howLong] of answers) {
    it(`fails ${howLong} if the answer to ${step} is ${answer}`, async (t) => {
      const server = await openSmtpServer();
      t.after(() => server.close());
      server.answers.set(step, answer);
      const { mailer } = openMailer(t, server.url.replace('//', '//user:password@'));
      const failure = await mailer.send(mail).catch((error: unknown) => error);
      assert.ok(failure instanceof Error && failure.message.includes(answer), String(failure));
      assert.equal(failure instanceof MailRefused ? 'for good' : 'for now', howLong);
      server.answers.clear();
      await mailer.send(mail);
      assert.deepEqual(mailer.figures().get('verify-email'), { sent: 1, failures: 1, lost: 0, dropped: 0 });
    });
  }

  it('fails if the server takes too long', async (t) => {
    const server = await openSmtpServer();
    t.after(() => server.close());
    const { mailer } = openMailer(t, server.url, 300);
    server.recipients.set('ada@example.com', undefined);
    await assert.rejects(mailer.send(mail), /took longer than 0.3 seconds/);
  });

  it('is written to private files without a mail server, which sort by time; a repeat is the same file', async (t) => {
    const { mailer, folder } = openMailer(t, undefined);
    assert.equal(mailer.kind, 'files');
    await mailer.send({ ...mail, id: '2.other', at: at + 1_000_000 });
    await mailer.send(mail);
    await mailer.send(mail);
    const files = readdirSync(folder).sort();
    assert.deepEqual(files, [
      '2026-11-15T12-00-00.000Z-1.verify-email.7.eml',
      '2026-11-15T12-00-01.000Z-2.other.7.eml',
    ]);
    assert.equal(statSync(join(folder, files[0]!)).mode & 0o777, 0o600);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.equal(readMail(readFileSync(join(folder, files[0]!), 'utf8')).to, 'ada@example.com');
  });

  it('shows what people typed as text', () => {
    const place = { browser: '<img src=x>', os: 'Linux', ip: '192.0.2.1', countryCode: '', at: 0 };
    const ada = { to: 'ada@example.com', language: 'en' };
    const { html } = newSignInMessage(ada, 'a"><script>', place, 'https://x.example/?a=1&b="');
    assert.doesNotMatch(html, /<script|<img|b="/);
    assert.match(html, /&lt;img src=x&gt;/);
  });
});
