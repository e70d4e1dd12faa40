// A real browser for tests. It reaches this machine and nothing else: every other name is unknown to it, and whatever it
// asks of one is written down, as are dialogs, errors and what the page's policy forbade.
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import bundled from '@sparticuz/chromium';
import { type BrowserContext, type Browser as Chromium, chromium, type Page as Tab } from 'playwright-core';

export interface View {
  /** 390, a phone, unless told. */
  width?: number;
  height?: number;
  scheme?: 'light' | 'dark';
  /** Off unless told: a test has to see the page at rest. */
  motion?: boolean;
  scripts?: boolean;
  headers?: Record<string, string>;
}

export interface Window {
  readonly tab: Tab;
  readonly context: BrowserContext;
  /** Requests to any other host than this machine, in the order they were made. */
  readonly foreign: string[];
  readonly dialogs: string[];
  /** What the page's policy forbade. */
  readonly forbidden: string[];
  /** Other complaints of the page: scripts that threw, files that are missing. */
  readonly errors: string[];
  /** Forgets what was written down so far. */
  forget(): void;
  close(): Promise<void>;
}

export interface Browser {
  open(view?: View): Promise<Window>;
}

const own = ['127.0.0.1', 'localhost'];
const onlyThisMachine = [
  `--host-resolver-rules=MAP * ~NOTFOUND, ${own.map((name) => `EXCLUDE ${name}`).join(', ')}`,
  '--no-proxy-server',
];

/** One browser for as long as the context lasts: a file of tests shares it. */
export async function startBrowser(t: TestContext, flags: readonly string[] = []): Promise<Browser> {
  const running = await launchBrowser(t, flags);
  return {
    async open({ width = 390, height = 844, scheme = 'light', motion = false, scripts = true, headers = {} } = {}) {
      const context = await running.newContext({
        viewport: { width, height },
        colorScheme: scheme,
        reducedMotion: motion ? 'no-preference' : 'reduce',
        javaScriptEnabled: scripts,
        extraHTTPHeaders: headers,
        locale: 'en-GB',
        timezoneId: 'UTC',
        serviceWorkers: 'block',
      });
      return watched(context);
    },
  };
}

async function launchBrowser(t: TestContext, flags: readonly string[]): Promise<Chromium> {
  const folder = await mkdtemp(join(tmpdir(), 'fingerpost-browser-'));
  let running: Chromium | undefined;
  t.after(async () => {
    await running?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  executable ??= findExecutable();
  const found = await executable;
  try {
    running = await chromium.launch({
      ...found,
      args: ['--no-sandbox', '--disable-gpu', ...onlyThisMachine, ...flags],
      // Nothing of the caller's environment decides what is seen.
      env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, ...fontsBeside(found) },
    });
    return running;
  } catch (error) {
    throw new Error(`${HOW_TO_GET_ONE} ${(error as Error).message}`, { cause: error });
  }
}

const HOW_TO_GET_ONE =
  'No browser could be started. On Linux (x64) npm ci installs one; elsewhere install Chrome, or set CHROMIUM_PATH to a Chrome or Chromium.';

type Found = { executablePath: string; unpackedIn?: string } | { channel: 'chrome' };

let executable: Promise<Found> | undefined;

async function findExecutable(): Promise<Found> {
  if (process.env.CHROMIUM_PATH) return { executablePath: process.env.CHROMIUM_PATH };
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' };
  // Once for each process, because unpacking takes longer than most tests. Each process has a folder of its own, because
  // the library would use a file that another process is still unpacking.
  const folder = await mkdtemp(join(tmpdir(), 'fingerpost-chromium-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    bundled.setGraphicsMode = false;
    return { executablePath: await bundled.executablePath(), unpackedIn: folder };
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** A machine without fonts of its own gets the bundled one. */
function fontsBeside(found: Found): Record<string, string> {
  if (!('unpackedIn' in found) || existsSync('/etc/fonts/fonts.conf')) return {};
  return { FONTCONFIG_PATH: join(found.unpackedIn!, 'fonts') };
}

async function watched(context: BrowserContext): Promise<Window> {
  const tab = await context.newPage();
  const seen = { foreign: [] as string[], dialogs: [] as string[], forbidden: [] as string[], errors: [] as string[] };
  await context.exposeFunction('reportForbidden', (what: string) => seen.forbidden.push(what));
  await context.addInitScript(reportForbidden);
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && !own.includes(hostname)) seen.foreign.push(request.url());
  });
  context.on('dialog', (dialog) => {
    seen.dialogs.push(dialog.message());
    dialog.dismiss().catch(() => {});
  });
  context.on('weberror', (error) => seen.errors.push(String(error.error())));
  context.on('console', (message) => {
    const text = message.text();
    if (/Content Security Policy|Permissions[- ]Policy/i.test(text)) seen.forbidden.push(text);
    else if (message.type() === 'error' && !/net::ERR_NAME_NOT_RESOLVED/.test(text))
      seen.errors.push(`${text} ${message.location().url}`);
  });
  return {
    tab,
    context,
    ...seen,
    forget: () => {
      for (const list of Object.values(seen)) list.length = 0;
    },
    close: () => context.close(),
  };
}

/** Runs in the page, before anything of the page's own. */
const reportForbidden = `document.addEventListener('securitypolicyviolation', (event) =>
  reportForbidden(event.effectiveDirective + ' ' + event.blockedURI + ' in ' + event.sourceFile + ' ' + event.sample))`;
