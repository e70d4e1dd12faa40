// Mail through a real SMTP server on loopback, and into files without one.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createMailer } from '../../server/mail/mailer.ts';
import { newSignInMessage, verificationMessage } from '../../server/mail/messages.ts';
import { readMail } from '../support/mail.ts';
import { openSmtpServer } from '../support/smtp.ts';

const message = verificationMessage(
  { to: 'ada@example.com', language: 'en' },
  'ada',
  'https://my.links.example/verify?token=abc',
);
const from = 'Links <hello@links.example>';

function openMailer(t: TestContext, smtpUrl: string | undefined, retryMs: number[] = [10, 10]) {
  const folder = join(mkdtempSync(join(tmpdir(), 'fingerpost-mail-')), 'mail');
  const logged: string[] = [];
  const log = (details: object, text: string) => logged.push(`${text} ${JSON.stringify(details)}`);
  const mailer = createMailer({ smtpUrl, from, folder, logger: { warn: log, error: log }, retryMs });
  t.after(async () => {
    await mailer.stop();
    rmSync(join(folder, '..'), { recursive: true, force: true });
  });
  return { mailer, folder, logged };
}

describe('Mail', () => {
  it('is sent through the mail server, as text and as HTML', async (t) => {
    const server = await openSmtpServer();
    t.after(() => server.close());
    const { mailer } = openMailer(t, server.url);
    assert.equal(mailer.kind, 'smtp');
    mailer.send(message, 7);
    await server.received(1);
    const [sent] = server.messages;
    assert.equal(sent!.from, 'hello@links.example');
    assert.deepEqual(sent!.to, ['ada@example.com']);
    const mail = readMail(sent!.source);
    assert.equal(mail.subject, 'Confirm your e-mail address');
    assert.equal(mail.headers['auto-submitted'], 'auto-generated');
    assert.match(mail.text, /^https:\/\/my\.links\.example\/verify\?token=abc$/m);
    assert.match(mail.html, /href="https:\/\/my\.links\.example\/verify\?token=abc"/);
  });

  it('is tried again if the server does not take it now, and not if it never will', async (t) => {
    const server = await openSmtpServer();
    t.after(() => server.close());
    const { mailer, logged } = openMailer(t, server.url);
    server.rejections.push('451 later', '451 later');
    mailer.send(message, 7);
    await server.received(1);
    assert.equal(server.attempts, 3);
    server.rejections.push('550 never');
    mailer.send(message, 7);
    await mailer.settled();
    assert.equal(server.attempts, 4);
    assert.equal(server.messages.length, 1);
    assert.match(logged.at(-1)!, /^Could not send a message /);
    assert.doesNotMatch(logged.join(), /token=|ada@/);
  });

  it('is written to private files without a mail server', async (t) => {
    const { mailer, folder, logged } = openMailer(t, undefined);
    assert.equal(mailer.kind, 'files');
    mailer.send(message, 7);
    await mailer.settled();
    const [file] = readdirSync(folder);
    assert.match(file!, /\.7\.eml$/);
    assert.equal(statSync(join(folder, file!)).mode & 0o777, 0o600);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.equal(readMail(readFileSync(join(folder, file!), 'utf8')).to, 'ada@example.com');
    assert.deepEqual(logged, []);
  });

  it('shows what people typed as text', () => {
    const place = { browser: '<img src=x>', os: 'Linux', ip: '192.0.2.1', countryCode: '', at: 0 };
    const ada = { to: 'ada@example.com', language: 'en' };
    const { html } = newSignInMessage(ada, 'a"><script>', place, 'https://x.example/?a=1&b="');
    assert.doesNotMatch(html, /<script|<img|b="/);
    assert.match(html, /&lt;img src=x&gt;/);
  });
});
