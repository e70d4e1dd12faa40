// Everything that an account owns, as the files of an archive. Secrets are left out: of keys, sessions and passkeys it
// has names only.
import { posix } from 'node:path';
import { limits } from '../../contract/limits.ts';
import { type Micros, timestamp } from '../../contract/time.ts';
import { presentSettings } from '../domain/accounts/account-settings.ts';
import { exported, storedPage } from '../domain/import/document/stored/page.ts';
import { unpackVersion } from '../domain/page/history/page-version.ts';
import { readPage } from '../domain/page/page.ts';
import { folderOf } from '../domain/uploads/uploads.ts';
import type { FileStorage } from '../files/file-storage.ts';
import { readAccountSettings } from '../storage/accounts/account-settings.ts';
import { findAccount } from '../storage/accounts/accounts.ts';
import { everyOwnedRow } from '../storage/accounts/owned-rows.ts';
import { formerUsernames } from '../storage/accounts/usernames.ts';
import { findBlock } from '../storage/page/blocks.ts';
import { formEntryCounts } from '../storage/page/form-entries.ts';
import { findTwoFactor } from '../storage/people/credentials.ts';
import { hasIdentity } from '../storage/people/identities.ts';
import { listPasskeys } from '../storage/people/passkeys.ts';
import { findPerson } from '../storage/people/people.ts';
import { listSessions } from '../storage/people/sessions.ts';
import type { Store } from '../storage/store.ts';
import type { AccountRow, UploadRow } from '../storage/tables.ts';
import { PAGE } from '../storage/visits/visits.ts';
import type { Clock } from '../system/clock.ts';
import { createPauses } from '../system/pauses.ts';
import { renderBlocks, renderPage } from '../views/page/document.ts';
import { pageAddresses } from '../views/pictures.ts';
import { EVER } from '../visits/read/selection.ts';
import type { ArchivedFile } from './archive.ts';
import { CSV_START, csvLine } from './csv.ts';
import { entryCsv } from './entry-csv.ts';
import { type Counted, dayCsv, dimensionCsv } from './statistics-csv.ts';
import { visitCsv } from './visit-csv.ts';

export interface ExportSources {
  store: Store;
  files: FileStorage;
  clock: Clock;
  /** The origin of the pages. */
  origin(): string;
}

const BATCH = 200;
const VERSIONS_AT_ONCE = 1;

type Part = (sources: ExportSources, account: AccountRow) => AsyncGenerator<ArchivedFile>;

const parts: readonly Part[] = [
  async function* readme({ clock }, { username }) {
    yield { path: 'README.txt', text: once(readmeText(username, timestamp(clock()))) };
  },
  async function* account(sources, row) {
    yield { path: 'account.json', text: once(json(await accountRecord(sources, row))) };
    const settings = await readAccountSettings(sources.store.read, row.account_id);
    yield { path: 'settings.json', text: once(json(presentSettings(settings))) };
  },
  async function* page({ store, clock, origin }, { account_id }) {
    const stored = await storedPage(store.read, account_id);
    if (stored) yield { path: 'page.json', text: once(json(exported(stored, undefined))) };
    const shown = await readPage(store.read, account_id, pageAddresses(origin()), clock());
    if (!shown) return;
    const blocks = await renderBlocks(shown.page, createPauses());
    const { start, rest } = renderPage(shown.page, { withPixels: false, withScript: false, blocks });
    yield { path: 'page.html', text: once(start + rest) };
  },
  async function* versions({ store }, { account_id }) {
    for await (const [version] of everyOwnedRow(store.read, 'page_version', account_id, VERSIONS_AT_ONCE)) {
      const { document } = await unpackVersion(version!.content);
      yield {
        path: `versions/${version!.id}.json`,
        text: once(json({ stored_at: timestamp(version!.stored_at), document })),
      };
    }
  },
  async function* trash({ store }, { account_id }) {
    for await (const rows of everyOwnedRow(store.read, 'trash', account_id, VERSIONS_AT_ONCE)) {
      for (const { id, block_id, deleted_at, content } of rows) {
        const record = { id, block_id, deleted_at: timestamp(deleted_at), content: JSON.parse(content) };
        yield { path: `trash/${id}.json`, text: once(json(record)) };
      }
    }
  },
  table('links.csv', 'link', { id: plain, slug: plain, url: plain, deleted_at: instant }),
  table('pixels.csv', 'pixel', {
    id: plain,
    name: plain,
    pixel_type: plain,
    pixel_id: plain,
    status: plain,
    created_at: instant,
    updated_at: instant,
  }),
  async function* entries({ store }, { account_id }) {
    for (const blockId of (await formEntryCounts(store.read, account_id)).keys()) {
      const block = await findBlock(store.read, account_id, blockId);
      yield { path: `form-entries/${blockId}.csv`, text: entryCsv(store.read, account_id, blockId, block) };
    }
  },
  table('uploads.csv', 'upload', {
    id: plain,
    name: plain,
    kind: plain,
    type: plain,
    digest: plain,
    bytes: plain,
    created_at: instant,
  }),
  async function* uploads({ store, files }, { account_id }) {
    for await (const rows of everyOwnedRow(store.read, 'upload', account_id, BATCH)) {
      for (const upload of rows) {
        const file = upload.state === 'ready' ? await files.read(folderOf(upload) + upload.file) : undefined;
        if (file) yield { path: uploadPath(upload), bytes: file.bytes, content: file.stream as AsyncIterable<Buffer> };
      }
    }
  },
  async function* days({ store, clock }, { account_id }) {
    yield { path: 'statistics/days.csv', text: dayCsv(store.read, account_id, targets(store, account_id), clock()) };
  },
  async function* dimensions({ store }, { account_id }) {
    yield { path: 'statistics/dimensions.csv', text: dimensionCsv(store.read, account_id, targets(store, account_id)) };
  },
  async function* visits({ store }, { account_id }) {
    const query = { accountId: account_id, targetId: undefined, ...EVER, filters: new Map() };
    yield { path: 'statistics/visits.csv', text: visitCsv(store.read, query) };
  },
  table('statistics/shares.csv', 'statistics_share', {
    id: plain,
    name: plain,
    link_id: plain,
    hint: plain,
    expires_at: instant,
    created_at: instant,
  }),
  table('activity.csv', 'activity', {
    id: plain,
    created_at: instant,
    type: plain,
    message: plain,
    ip: plain,
    os: plain,
    browser: plain,
  }),
  table('plan-history.csv', 'plan_record', {
    id: plain,
    created_at: instant,
    plan_name: plain,
    duration: plain,
    name: plain,
    email: plain,
    ref: plain,
    currency: plain,
    price_minor: plain,
    gateway: plain,
  }),
  table('keys.csv', 'api_key', {
    id: plain,
    name: plain,
    scope: plain,
    hint: plain,
    created_at: instant,
    last_used_at: instant,
    expires_at: instant,
    revoked_at: instant,
  }),
  async function* sessions({ store, clock }, { account_id }) {
    const rows = await listSessions(store.read, account_id, clock(), limits.sessions);
    const lines = rows.map(({ id, created_at, seen_at, ip, agent }) =>
      csvLine([String(id), timestamp(created_at), timestamp(seen_at), ip, agent]),
    );
    const header = csvLine(['id', 'created_at', 'last_seen_at', 'ip', 'user_agent']);
    yield { path: 'sessions.csv', text: once(CSV_START + header + lines.join('')) };
  },
];

export const EXPORT_PARTS = parts.length;

/** `progress` is called before each part with its number. Undefined if there is no such account. */
export async function* exportedFiles(
  sources: ExportSources,
  accountId: number,
  progress: (done: number) => Promise<void>,
): AsyncGenerator<ArchivedFile> {
  for (const [index, part] of parts.entries()) {
    await progress(index);
    const account = await findAccount(sources.store.read, accountId);
    if (!account) throw new Error('The account was deleted during its export');
    for await (const file of part(sources, account)) yield { ...file, path: posix.join(account.username, file.path) };
  }
}

async function accountRecord({ store }: ExportSources, account: AccountRow) {
  const { account_id: id } = account;
  const person = await findPerson(store.read, id);
  const passkeys = await listPasskeys(store.read, id, limits.passkeys);
  return {
    id,
    username: account.username,
    former_usernames: await formerUsernames(store.read, id, limits.formerUsernames),
    email: account.email,
    email_verified: person?.proven_id != null,
    pending_email: account.pending_email,
    name: account.name,
    bio: account.bio,
    plan: account.plan,
    plan_since: timestamp(account.plan_since),
    created_at: timestamp(account.created_at),
    updated_at: timestamp(account.updated_at),
    last_activity_at: timestamp(account.last_activity_at),
    last_agent: account.last_agent,
    last_country: account.last_country,
    total_login: account.login_count,
    two_factor: (await findTwoFactor(store.read, id)) !== undefined,
    passkeys: passkeys.map(({ name }) => name),
    providers: (await hasIdentity(store.read, id)) ? ['oidc'] : [],
  };
}

/** The page, then each link. */
async function* targets({ read }: Store, accountId: number): AsyncGenerator<Counted> {
  yield { targetId: PAGE, slug: '' };
  for await (const links of everyOwnedRow(read, 'link', accountId, BATCH)) {
    for (const { id, slug } of links) yield { targetId: id, slug };
  }
}

type Cell = (value: unknown) => string;

function plain(value: unknown): string {
  return value === null ? '' : String(value);
}

function instant(value: unknown): string {
  return value === null ? '' : timestamp(value as Micros);
}

/** A table as CSV, with these columns. */
function table(path: string, name: Parameters<typeof everyOwnedRow>[1], columns: Record<string, Cell>): Part {
  const cells = Object.entries(columns);
  async function* text(store: Store, accountId: number): AsyncGenerator<string> {
    yield CSV_START + csvLine(Object.keys(columns));
    for await (const rows of everyOwnedRow(store.read, name, accountId, BATCH)) {
      const records = rows as unknown as Record<string, unknown>[];
      yield records.map((row) => csvLine(cells.map(([column, cell]) => cell(row[column])))).join('');
    }
  }
  return async function* part({ store }, { account_id }) {
    yield { path, text: text(store, account_id) };
  };
}

/** A name that is safe on every system, with the extension of the stored file. */
function uploadPath({ id, name, file }: UploadRow): string {
  const base = name
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .slice(0, 60);
  return `uploads/${id}-${base}${posix.extname(file)}`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

function readmeText(username: string, at: string): string {
  return `All data of the account "${username}", exported at ${at}.

account.json, settings.json    the account and its settings
page.json                      the page; "fingerpost page import" and POST /page/import read it
page.html                      the page as visitors see it, without pixels
versions/, trash/              earlier versions of the page, and what was deleted from it
links.csv, pixels.csv          short links and pixels
form-entries/                  entries of each form
uploads.csv, uploads/          uploaded files
statistics/                    counts by day (UTC) and by dimension, single visits, and shared links
activity.csv                   the activity log
plan-history.csv               plans; prices are in the smallest unit of the currency
keys.csv, sessions.csv         API keys and sessions, without their secrets

CSV files are UTF-8. A cell that a spreadsheet would compute begins with an apostrophe.
`;
}
