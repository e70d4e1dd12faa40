// Sends mail without anybody waiting for it: messages are queued, sent one after the other, and tried again for a while if
// the server does not take them. Without a mail server they are written to files, and never to the log: they hold links
// that let people in.
import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SendMailOptions, Transporter } from 'nodemailer';
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

export interface Mailer {
  /** Where messages go. */
  readonly kind: 'smtp' | 'files';
  /** Of or about an account: if the message is written to a file, the file is removed with the account. */
  send(message: Message, accountId: number): void;
  /** Sends a message now, with one attempt. `refused`: it will never be taken. */
  deliver(message: Message): Promise<'sent' | 'failed' | 'refused'>;
  figures(): Readonly<MailFigures>;
  /** Resolves once nothing is waiting. */
  settled(): Promise<void>;
  /** Gives up what has not been sent by then. */
  stop(): Promise<void>;
}

export interface MailFigures {
  /** Messages that are not sent yet, those that will be tried again included. */
  waiting: number;
  sent: number;
  /** Attempts that failed. */
  failures: number;
  /** Messages that were given up. */
  lost: number;
}

export interface MailerOptions {
  smtpUrl: string | undefined;
  from: string | undefined;
  /** Where messages are written without a mail server. */
  folder: string;
  logger: { warn(details: object, message: string): void; error(details: object, message: string): void };
  /** Waiting times between attempts, in milliseconds. */
  retryMs?: readonly number[];
}

type AddressedMessage = Message & { accountId?: number };

const MAX_WAITING = 1000;
const AT_ONCE = 3;
const STOP_MS = 3000;
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };
const RETRY_MS = [2000, 15_000, 60_000, 5 * 60_000];

export function createMailer({ smtpUrl, from, folder, logger, retryMs = RETRY_MS }: MailerOptions): Mailer {
  const waiting: AddressedMessage[] = [];
  const working = new Set<Promise<void>>();
  const stopping = new AbortController();
  const senderHost = /@([a-z0-9.-]+)/i.exec(from ?? '')?.[1] ?? 'localhost';
  const figures = { sent: 0, failures: 0, lost: 0 };
  let transport: Promise<Transporter> | undefined;
  let filesTransport: Promise<Transporter> | undefined;

  function send(message: Message, accountId: number): void {
    if (stopping.signal.aborted) return;
    if (waiting.length >= MAX_WAITING) {
      figures.lost += 1;
      logger.error({ subject: message.subject }, 'Too many messages are waiting to be sent; one was discarded');
      return;
    }
    waiting.push({ ...message, accountId });
    next();
  }

  function next(): void {
    if (working.size >= AT_ONCE) return;
    const message = waiting.shift();
    if (!message) return;
    const work = deliver(message).finally(() => {
      working.delete(work);
      next();
    });
    working.add(work);
  }

  async function deliverOnce(message: Message): Promise<'sent' | 'failed' | 'refused'> {
    try {
      await transmit(message);
      return 'sent';
    } catch (error) {
      const outcome = isFinal(error) ? 'refused' : 'failed';
      logger.warn({ err: error, subject: message.subject }, 'Could not send a message');
      return outcome;
    }
  }

  async function transmit(message: AddressedMessage): Promise<void> {
    try {
      await (smtpUrl === undefined ? writeToFile(message) : sendBySmtp(smtpUrl, message));
      figures.sent += 1;
    } catch (error) {
      figures.failures += 1;
      throw error;
    }
  }

  async function deliver(message: AddressedMessage): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await transmit(message);
        return;
      } catch (error) {
        const wait = isFinal(error) ? undefined : retryMs[attempt];
        if (wait === undefined || stopping.signal.aborted) {
          figures.lost += 1;
          logger.error({ err: error, subject: message.subject }, 'Could not send a message');
          return;
        }
        logger.warn({ err: error, subject: message.subject }, 'Could not send a message; will retry');
        await sleep(wait, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
      }
    }
  }

  async function sendBySmtp(url: string, message: Message): Promise<void> {
    transport ??= openTransport({ url, ...TIMEOUTS });
    await (await transport).sendMail(mailOptions(message));
  }

  async function writeToFile(message: AddressedMessage): Promise<void> {
    filesTransport ??= openTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message: bytes } = (await (await filesTransport).sendMail(mailOptions(message))) as { message: Buffer };
    makePrivateFolder(folder);
    const path = join(folder, fileName(message));
    // Write, then rename: a reader of the folder never finds a partial message.
    await writeFile(`${path}.part`, bytes, { mode: PRIVATE_FILE, flag: 'wx' });
    await rename(`${path}.part`, path);
  }

  function mailOptions({ to, subject, text, html, id, unsubscribeUrl }: Message): SendMailOptions {
    return {
      from: from ?? 'Fingerpost <fingerpost@localhost>',
      // As an object: an address is data, and no list of addresses.
      to: { name: '', address: to },
      subject,
      text,
      html,
      ...(id !== undefined && { messageId: `<${id}@${senderHost}>` }),
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

  async function settled(): Promise<void> {
    while (working.size > 0) await Promise.all(working);
  }

  return {
    kind: smtpUrl === undefined ? 'files' : 'smtp',
    send,
    deliver: deliverOnce,
    figures: () => ({ ...figures, waiting: waiting.length + working.size }),
    settled,
    async stop() {
      await Promise.race([settled(), sleep(STOP_MS, undefined, { ref: false })]);
      stopping.abort();
      waiting.length = 0;
      (await transport)?.close();
    },
  };
}

function fileName({ accountId }: AddressedMessage): string {
  const unique = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}`;
  return accountId === undefined ? `${unique}.eml` : `${unique}.${accountId}.eml`;
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

/** The server will not take this message later either. */
function isFinal(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: number };
  return responseCode !== undefined && responseCode >= 500;
}
