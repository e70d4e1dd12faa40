// A real browser for tests. It reaches only this machine: other host names do not resolve. It records requests to other
// hosts, dialogs, errors and Content-Security-Policy violations.
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import bundled from '@sparticuz/chromium';
import { type BrowserContext, type Browser as Chromium, chromium, type Page as Tab } from 'playwright-core';

export interface View {
  /** 390 (a phone) by default. */
  width?: number;
  height?: number;
  scheme?: 'light' | 'dark';
  /** Off by default, so that tests see the page at rest. */
  motion?: boolean;
  scripts?: boolean;
  /** A touch screen instead of a mouse. */
  touch?: boolean;
  zone?: string;
  /** The language that the browser asks for. */
  locale?: string;
  headers?: Record<string, string>;
}

export interface Window {
  readonly tab: Tab;
  readonly context: BrowserContext;
  /** Requests to other hosts, in order. */
  readonly foreign: string[];
  readonly dialogs: string[];
  /** Violations of the page's Content-Security-Policy. */
  readonly forbidden: string[];
  /** Other errors of the page: exceptions, missing files. */
  readonly errors: string[];
  /** Clears all records. */
  forget(): void;
  close(): Promise<void>;
}

export interface Browser {
  open(view?: View): Promise<Window>;
}

const own = ['127.0.0.1', 'localhost'];
const excluded = own.map((name) => `EXCLUDE ${name}`);
const onlyThisMachine = [`--host-resolver-rules=MAP * ~NOTFOUND, ${excluded.join(', ')}`, '--no-proxy-server'];

/** The flag of a browser that finds these names on this machine too, as if they were in its network. */
export function namesOfThisMachine(...names: string[]): string {
  const mapped = names.map((name) => `MAP ${name} 127.0.0.1`);
  return `--host-resolver-rules=${[...mapped, 'MAP * ~NOTFOUND', ...excluded].join(', ')}`;
}

/** Until the next test file of the process has started. */
const UNUSED_MS = 1000;
const shared: { browser?: Promise<Launched> | undefined; users: number; timer?: NodeJS.Timeout } = { users: 0 };

/** Starting a browser takes longer than most tests, so the test files of a process share one. */
async function sharedBrowser(t: TestContext): Promise<Chromium> {
  clearTimeout(shared.timer);
  shared.users += 1;
  t.after(() => {
    shared.users -= 1;
    if (shared.users > 0) return;
    shared.timer = setTimeout(async () => {
      const unused = shared.browser;
      shared.browser = undefined;
      await (await unused)?.close();
    }, UNUSED_MS);
  });
  shared.browser ??= launchBrowser([]);
  return (await shared.browser).running;
}

/** A browser with these flags. Each window has its own cookies, storage and cache, and is closed with the context. */
export async function startBrowser(t: TestContext, flags: readonly string[] = []): Promise<Browser> {
  const running = flags.length > 0 ? await ownBrowser(t, flags) : await sharedBrowser(t);
  const contexts = new Set<BrowserContext>();
  t.after(() => Promise.all([...contexts].map((context) => context.close())));
  return {
    async open({
      width = 390,
      height = 844,
      scheme = 'light',
      motion = false,
      scripts = true,
      touch = false,
      zone = 'UTC',
      locale = 'en-GB',
      headers = {},
    } = {}) {
      const context = await running.newContext({
        viewport: { width, height },
        colorScheme: scheme,
        reducedMotion: motion ? 'no-preference' : 'reduce',
        javaScriptEnabled: scripts,
        extraHTTPHeaders: headers,
        locale,
        timezoneId: zone,
        hasTouch: touch,
        serviceWorkers: 'block',
      });
      contexts.add(context);
      return recordingWindow(context);
    },
  };
}

async function ownBrowser(t: TestContext, flags: readonly string[]): Promise<Chromium> {
  const { running, close } = await launchBrowser(flags);
  t.after(close);
  return running;
}

interface Launched {
  running: Chromium;
  close(): Promise<void>;
}

async function launchBrowser(flags: readonly string[]): Promise<Launched> {
  const folder = await mkdtemp(join(tmpdir(), 'fingerpost-browser-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  executable ??= findExecutable();
  const found = await executable;
  try {
    const running = await chromium.launch({
      ...found,
      args: ['--no-sandbox', '--disable-gpu', ...onlyThisMachine, ...flags],
      // The caller's environment must not influence rendering.
      env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, ...fontsBeside(found) },
    });
    const close = async () => {
      await running.close();
      await removeFolder();
    };
    return { running, close };
  } catch (error) {
    await removeFolder();
    throw new Error(`${HOW_TO_GET_ONE} ${(error as Error).message}`, { cause: error });
  }
}

const HOW_TO_GET_ONE =
  'No browser could be started. On Linux (x64) npm ci installs one; elsewhere install Chrome, or set CHROMIUM_PATH to a Chrome or Chromium.';

type Found = { executablePath: string; unpackedIn?: string } | { channel: 'chrome' };

let executable: Promise<Found> | undefined;

async function findExecutable(ready = process.env.TEST_BROWSER_FOLDER): Promise<Found> {
  if (process.env.CHROMIUM_PATH) return { executablePath: process.env.CHROMIUM_PATH };
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' };
  if (ready) return unpackIn(ready);
  // Each process has its own folder, because the library would use a file that another process is still unpacking.
  const folder = await mkdtemp(join(tmpdir(), 'fingerpost-chromium-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return unpackIn(folder);
}

/** Unpacks the browser for all tests of a run, which takes longer than most tests. Returns the environment for them. */
export async function unpackBrowser(folder: string): Promise<Record<string, string>> {
  const found = await findExecutable(folder);
  return 'unpackedIn' in found ? { TEST_BROWSER_FOLDER: folder } : {};
}

async function unpackIn(folder: string): Promise<Found> {
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

async function recordingWindow(context: BrowserContext): Promise<Window> {
  const tab = await context.newPage();
  const seen = { foreign: [] as string[], dialogs: [] as string[], forbidden: [] as string[], errors: [] as string[] };
  await context.exposeFunction('reportForbidden', (what: string) => seen.forbidden.push(what));
  await context.addInitScript(reportForbidden);
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && !own.includes(hostname)) seen.foreign.push(request.url());
  });
  context.on('dialog', (dialog) => {
    const isLeaving = dialog.type() === 'beforeunload';
    seen.dialogs.push(isLeaving ? 'beforeunload' : dialog.message());
    // Tests go on to other pages.
    (isLeaving ? dialog.accept() : dialog.dismiss()).catch(() => {});
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

/** Runs in the page before its own scripts. */
const reportForbidden = `document.addEventListener('securitypolicyviolation', (event) =>
  reportForbidden(event.effectiveDirective + ' ' + event.blockedURI + ' in ' + event.sourceFile + ' ' + event.sample))`;
