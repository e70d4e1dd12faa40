// Sends one mail, with one attempt: through the mail server or, without one, to a file. Never to the log: mails hold links
// that let people in. What becomes of mails is counted by their kind.
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SendMailOptions, Transporter } from 'nodemailer';
import type { Micros } from '../../contract/time.ts';
import { makePrivateFolder, PRIVATE_FILE } from '../system/private-files.ts';

/** Where messages are written without a mail server. */
export function mailFolderOf({ dataDir }: { dataDir: string }): string {
  return join(dataDir, 'mail');
}

export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt to send it, so that a copy can be recognised. */
  id?: string | undefined;
  /** Where a POST stops messages of this kind (RFC 8058). */
  unsubscribeUrl?: string | undefined;
}

export interface OutgoingMail extends Message {
  id: string;
  /** What it is counted as. */
  kind: string;
  /** If it is written to a file, the file is removed with this account. */
  accountId: number;
  /** When its cause was. Files sort by it. */
  at: Micros;
}

export interface Mailer {
  /** Where messages go. */
  readonly kind: 'smtp' | 'files';
  /** Rejects with `MailRefused` if it will never be taken. */
  send(mail: OutgoingMail): Promise<void>;
  /** Counts mails of these kinds from 0: an increase from nothing to 1 would be missed. */
  expect(kinds: readonly string[]): void;
  /** Counts a mail whose purpose has lapsed, or that was given up. */
  count(kind: string, outcome: 'dropped' | 'lost'): void;
  /** By kind. */
  figures(): ReadonlyMap<string, Readonly<MailFigures>>;
  stop(): Promise<void>;
}

export interface MailFigures {
  sent: number;
  /** Attempts that failed. */
  failures: number;
  /** Messages that were given up. */
  lost: number;
  /** Messages that were not sent, because their purpose had lapsed. */
  dropped: number;
}

export interface MailerOptions {
  smtpUrl: string | undefined;
  from: string | undefined;
  /** Where messages are written without a mail server. */
  folder: string;
  /** How long an attempt may take in all. */
  attemptMs?: number;
}

/** The server will not take this message for this recipient later either. */
export class MailRefused extends Error {}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };
const ATTEMPT_MS = 60_000;

export function createMailer({ smtpUrl, from, folder, attemptMs = ATTEMPT_MS }: MailerOptions): Mailer {
  const senderHost = /@([a-z0-9.-]+)/i.exec(from ?? '')?.[1] ?? 'localhost';
  const figures = new Map<string, MailFigures>();
  let transport: Promise<Transporter> | undefined;

  function figuresOf(kind: string): MailFigures {
    const own = figures.get(kind) ?? { sent: 0, failures: 0, lost: 0, dropped: 0 };
    figures.set(kind, own);
    return own;
  }

  function add(kind: string, name: keyof MailFigures): void {
    figuresOf(kind)[name] += 1;
  }

  async function send(mail: OutgoingMail): Promise<void> {
    try {
      await (smtpUrl === undefined ? writeToFile(mail) : sendBySmtp(smtpUrl, mail));
      add(mail.kind, 'sent');
    } catch (error) {
      add(mail.kind, 'failures');
      throw isFinal(error) ? new MailRefused((error as Error).message) : error;
    }
  }

  async function sendBySmtp(url: string, mail: OutgoingMail): Promise<void> {
    transport ??= openTransport({ url, ...TIMEOUTS });
    const deadline = new AbortController();
    const tooSlow = sleep(attemptMs, undefined, { ref: false, signal: deadline.signal }).then(() => {
      throw new Error(`The mail server took longer than ${attemptMs / 1000} seconds`);
    });
    try {
      await Promise.race([(await transport).sendMail(mailOptions(mail)), tooSlow]);
    } finally {
      tooSlow.catch(() => {});
      deadline.abort();
    }
  }

  async function writeToFile(mail: OutgoingMail): Promise<void> {
    transport ??= openTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message } = (await (await transport).sendMail(mailOptions(mail))) as { message: Buffer };
    makePrivateFolder(folder);
    const path = join(folder, fileName(mail));
    // Write, then rename: a reader of the folder never finds a partial message.
    await writeFile(`${path}.part`, message, { mode: PRIVATE_FILE });
    await rename(`${path}.part`, path);
  }

  function mailOptions({ to, subject, text, html, id, at, unsubscribeUrl }: OutgoingMail): SendMailOptions {
    return {
      from: from ?? 'Fingerpost <fingerpost@localhost>',
      // As an object: an address is data, and no list of addresses.
      to: { name: '', address: to },
      subject,
      text,
      html,
      date: new Date(at / 1000),
      messageId: `<${id}@${senderHost}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
        ...(unsubscribeUrl !== undefined && {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }

  return {
    kind: smtpUrl === undefined ? 'files' : 'smtp',
    send,
    expect: (kinds) => kinds.forEach(figuresOf),
    count: add,
    figures: () => figures,
    async stop() {
      (await transport)?.close();
    },
  };
}

/** The same for every attempt, so that a repeat replaces the file. */
function fileName({ at, id, accountId }: OutgoingMail): string {
  const time = new Date(at / 1000).toISOString().replaceAll(':', '-');
  return `${time}-${id.replace(/[^\w.-]/g, '-')}.${accountId}.eml`;
}

/** Removes the files of an account, partial ones included. */
export async function removeMailOf(folder: string, accountId: number): Promise<void> {
  const endings = [`.${accountId}.eml`, `.${accountId}.eml.part`];
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    if (endings.some((ending) => name.endsWith(ending))) await rm(join(folder, name), { force: true });
  }
}

/** Loaded with the first message. */
async function openTransport(options: object): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport(options);
}

/**
 * The server refuses the recipient, or the message after it was transmitted. If it refuses the connection, the password, the
 * sender, or to relay (5.7.x of RFC 3463), the operator can mend that, and the mail is sent then.
 */
function isFinal(error: unknown): boolean {
  const { responseCode = 0, code, command, response = '' } = error as SmtpError;
  if (command === 'RCPT TO') return Math.floor(responseCode / 10) === 55 && !/^\d+[ -]5\.7\./.test(response);
  return command === 'DATA' && code === 'EMESSAGE' && responseCode >= 500;
}

/** As nodemailer reports what the server answered. */
interface SmtpError {
  responseCode?: number;
  code?: string;
  command?: string;
  response?: string;
}
