// The built dashboard, as `bin/build-web.mjs` leaves it in web/dist. Only files that were there when the build was opened
// can be requested, by their exact path, so that no path leads out of the folder.
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { directionOf, type InterfaceLanguage, interfaceLanguages } from '../../../contract/languages.ts';
import { createSingleFlightCache } from '../../cache/single-flight-cache.ts';
import { etagOf } from '../wire/conditional.ts';
import type { Encoding } from '../wire/encodings.ts';

export interface DashboardBuild {
  /** The document, for browsers that prefer this language. */
  index(language: InterfaceLanguage): BuiltFile;
  /** By its path below the build's folder: `assets/index-1a2b3c.js`. */
  file(path: string): BuiltFile | undefined;
}

export interface BuiltFile {
  type: string;
  /** Its name changes with its contents, so that browsers may keep it. */
  isHashed: boolean;
  encodings: ReadonlySet<Encoding>;
  /** Undefined if the file is gone: the dashboard was built again. */
  read(encoding: Encoding): Promise<BuiltBody | undefined>;
}

export interface BuiltBody {
  bytes: Buffer;
  etag: string;
}

const MAX_BYTES = 16 * 1024 * 1024;
const INDEX = 'index.html';
const suffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' };

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** `base` is where the dashboard begins: `/` or `/dashboard/`. Undefined if there is no build. */
export async function openDashboardBuild(folder: string, base: string): Promise<DashboardBuild | undefined> {
  const document = await readIfThere(join(folder, INDEX));
  if (!document) return undefined;
  const bodies = createSingleFlightCache<string, BuiltBody>({
    maxBytes: MAX_BYTES,
    bytesOf: ({ bytes }) => bytes.length,
  });
  const paths = new Set(await pathsBelow(folder));
  const files = new Map<string, BuiltFile>();
  for (const path of paths) {
    const type = types[extname(path)];
    if (type !== undefined && path !== INDEX) files.set(path, builtFile(path, type));
  }

  function builtFile(path: string, type: string): BuiltFile {
    const encodings = (Object.keys(suffixes) as Encoding[]).filter((encoding) => paths.has(path + suffixes[encoding]));
    return {
      type,
      isHashed: path.startsWith('assets/'),
      encodings: new Set(encodings),
      async read(encoding) {
        const name = path + suffixes[encoding];
        return bodies.get(name) ?? (await bodies.make(name, undefined, () => readBody(join(folder, name))));
      },
    };
  }

  const based = withBase(document.toString(), base);
  const documents = new Map(interfaceLanguages.map((language) => [language, indexFile(inLanguage(based, language))]));
  return { index: (language) => documents.get(language)!, file: (path) => files.get(path) };
}

/** The document names the place that its relative addresses begin at, and that the router's paths begin at. */
function withBase(document: string, base: string): string {
  return document.replace(/\s*<base\s[^>]*>/, '').replace(/<head>/, `<head>\n    <base href="${base}" />`);
}

/**
 * With the texts of this language alone: the document names those of all, so that a browser requests them before it runs
 * any code. Somebody who chose another language gets that one besides.
 */
function inLanguage(document: string, language: InterfaceLanguage): string {
  return document
    .replace(/<html[^>]*>/, `<html lang="${language}" dir="${directionOf(language)}">`)
    .replace(/\s*<link [^>]*data-language="(\w+)"[^>]*>/g, (link, named) =>
      named === language ? link.replace(/ data-language="\w+"/, '') : '',
    );
}

function indexFile(document: string): BuiltFile {
  const plain = Buffer.from(document);
  const bodies = new Map<Encoding, BuiltBody>();
  const forms = { br: brotliCompressSync(plain), gzip: gzipSync(plain), identity: plain };
  for (const [encoding, bytes] of Object.entries(forms)) {
    bodies.set(encoding as Encoding, { bytes, etag: etagOf(bytes) });
  }
  return {
    type: types['.html']!,
    isHashed: false,
    encodings: new Set(bodies.keys()),
    read: async (encoding) => bodies.get(encoding),
  };
}

/** Names that begin with a dot are notes of the build, and not served. */
async function pathsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !path.split('/').some((name) => name.startsWith('.')));
}

async function readBody(path: string): Promise<BuiltBody | undefined> {
  const bytes = await readIfThere(path);
  return bytes && { bytes, etag: etagOf(bytes) };
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
