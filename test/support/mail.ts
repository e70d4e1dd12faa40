// Mail as people read it: the messages that a service without a mail server wrote to files.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ReadMail {
  headers: Record<string, string>;
  to: string;
  subject: string;
  text: string;
  html: string;
}

const PATIENCE_MS = 5000;

/** All messages to this address, oldest first. */
export function mailsTo(dataDir: string, to: string): ReadMail[] {
  const folder = join(dataDir, 'mail');
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.eml'))
    .sort();
  return files.map((file) => readMail(readFileSync(join(folder, file), 'utf8'))).filter((mail) => mail.to === to);
}

/** The last one with this subject, once it is there. */
export async function mailTo(dataDir: string, to: string, subject: string, count = 1): Promise<ReadMail> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(20)) {
    const found = mailsTo(dataDir, to).filter((mail) => mail.subject === subject);
    if (found.length >= count) return found.at(-1)!;
  }
  const others = mailsTo(dataDir, to).map((mail) => mail.subject);
  assert.fail(`There is no message "${subject}" to ${to}, only: ${others.join(', ')}`);
}

export function tokenIn({ text }: Pick<ReadMail, 'text'>): string {
  return /[?&]token=([\w-]+)/.exec(text)?.[1] ?? assert.fail(`There is no link in: ${text}`);
}

export function readMail(source: string): ReadMail {
  const { headers, body } = split(source);
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1] ?? assert.fail(source);
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r?\n/, '')));
  const partOf = (type: string) => {
    const part = parts.find((one) => one.headers['content-type']?.startsWith(type));
    return part ? decoded(part) : assert.fail(`no ${type} in ${source}`);
  };
  return {
    headers,
    to: headers.to ?? '',
    subject: decodedHeader(headers.subject ?? ''),
    text: partOf('text/plain'),
    html: partOf('text/html'),
  };
}

function split(source: string): { headers: Record<string, string>; body: string } {
  const [head = '', ...rest] = source.replaceAll('\r\n', '\n').split('\n\n');
  const lines = head.replace(/\n[ \t]+/g, ' ').split('\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: Object.fromEntries(headers), body: rest.join('\n\n') };
}

/** RFC 2047, as far as our messages use it. */
function decodedHeader(text: string): string {
  return text
    .replace(/\?=\s+=\?UTF-8\?Q\?/gi, '')
    .replace(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_, words: string) => unquoted(words.replaceAll('_', ' ')));
}

function decoded({ headers, body }: { headers: Record<string, string>; body: string }): string {
  const encoding = headers['content-transfer-encoding'];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  return unquoted(body.replace(/=\n/g, ''));
}

function unquoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
