// Plans an import without a lock: a snapshot of the account's rows is copied to a scratch database, the import runs there,
// and the differences are the changes to write. The plan is valid until the revision of the account changes.
import type { Static } from 'typebox';
import { ApiError, type FieldErrors, invalid } from '../../../../contract/errors.ts';
import type { PageMeasure } from '../../../../contract/page/size.ts';
import type { ImportChange, ImportCreated, PageImported } from '../../../../contract/schemas/page-document.ts';
import type { Micros } from '../../../../contract/time.ts';
import { formEntryCounts } from '../../../storage/page/form-entries.ts';
import type { PageChanges } from '../../../storage/page/page-changes.ts';
import { changedPageRows, copyPageRows, readPageRows } from '../../../storage/page/page-rows.ts';
import type { Scratch, ScratchTransaction } from '../../../storage/scratch.ts';
import type { Store } from '../../../storage/store.ts';
import type { BlockRow } from '../../../storage/tables.ts';
import type { Actor } from '../../accounts/actor.ts';
import { type NewVersion, packVersion } from '../../page/history/page-version.ts';
import { createSizeCheck } from '../../page/page-size.ts';
import type { Quotas } from '../../plans/quotas.ts';
import { renamed } from './fields.ts';
import { importPage, pageOf } from './import.ts';
import { resolvePictures } from './pictures.ts';
import type { StoredPage } from './stored/page.ts';
import type { WantedPage } from './wanted.ts';

export interface PlanningServices {
  store: Pick<Store, 'read' | 'dialect'>;
  scratch: Scratch;
  allocateIds(count: number): Promise<number[]>;
  measure: PageMeasure;
}

export interface PlanRequest extends WantedPage {
  accountId: number;
  actor: Actor;
  at: Micros;
  quotas: Quotas;
  /** Throws if the page is not the version that the caller has read. */
  precondition?: ((page: StoredPage) => void) | undefined;
}

export interface ImportPlan {
  isDryRun: boolean;
  /** Prefix of the paths in errors. */
  under: string;
  /** The revision of the account that the plan is based on. */
  revision: number;
  report: Static<typeof PageImported>;
  /** The changes to write. Undefined for a dry run. */
  changes: PageChanges | undefined;
  /** They go to the trash with their entries. */
  removedForms: BlockRow[];
  /** Blocks and items that leave the trash. */
  revived: number[];
  /** The page before the import; undefined if nothing is written. */
  version: (NewVersion & { id: number }) | undefined;
  /** For the activity log; undefined if nothing changes. */
  message: string | undefined;
  activity: 'page_imported' | 'page_restored';
  /** The page after the import. */
  page: StoredPage;
}

export async function planImport(services: PlanningServices, request: PlanRequest): Promise<ImportPlan> {
  const { under } = request;
  try {
    return await planned(services, request);
  } catch (error) {
    if (under === '' || !(error instanceof ApiError) || !error.errors) throw error;
    throw invalid(underneath(error.errors, under));
  }
}

async function planned(services: PlanningServices, request: PlanRequest): Promise<ImportPlan> {
  const { store, scratch } = services;
  const { accountId, isDryRun, precondition, quotas } = request;
  const pictures = await resolvePictures(services, request);
  const { rows, entries } = await store.dialect.snapshot(async (db) => ({
    rows: await readPageRows(db, accountId, scratch),
    entries: await formEntryCounts(db, accountId),
  }));
  if (!rows) throw new ApiError('unauthenticated');

  const { actor, at } = request;
  const size = createSizeCheck({ accountId, at, measure: services.measure, quotas });
  const work = async (tx: ScratchTransaction): Promise<ImportPlan> => {
    await copyPageRows(scratch, tx, rows);
    const edit = { store: scratch, tx, accountId, publicToken: rows.publicToken, actor, at, quotas };
    const before = await pageOf(edit);
    precondition?.(before);
    await size.before(tx);
    const { mode, ids } = request;
    const wanted = { document: pictures.document, mode, isDryRun, entries, ids };
    const { changes, created, warnings, after, removedForms, revived } = await importPage(edit, before, wanted);
    await size.after(tx);
    const written = isDryRun ? undefined : await changedPageRows(scratch, tx, rows, services.allocateIds);
    const version = written && changes.length > 0 ? await newVersion(services, before, at) : undefined;
    const report = reportOf(
      changes,
      // Only written rows get permanent ids.
      written ? created.map((one) => ({ ...one, id: written.realIds.get(one.id) ?? one.id })) : [],
      [...request.warnings, ...pictures.warnings, ...warnings],
      version?.id ?? null,
      { isDryRun, done: ids ? 'restored' : 'imported' },
    );
    return {
      isDryRun,
      under: request.under,
      revision: rows.revision,
      report,
      message: changes.length > 0 ? report.message : undefined,
      activity: ids ? 'page_restored' : 'page_imported',
      changes: written?.changes,
      removedForms,
      revived,
      version,
      page: isDryRun ? before : after,
    };
  };
  return size.run(() => scratch.use(work));
}

async function newVersion({ allocateIds }: PlanningServices, page: StoredPage, at: Micros) {
  const [id] = await allocateIds(1);
  return { id: id!, ...(await packVersion(page, at)) };
}

function underneath(errors: FieldErrors, under: string): FieldErrors {
  return renamed(errors, (path) => (path === '' ? under : `${under}.${path}`));
}

function reportOf(
  changes: ImportChange[],
  created: ImportCreated[],
  warnings: string[],
  versionId: number | null,
  { isDryRun, done }: Wording,
): Static<typeof PageImported> {
  const summary = { add: 0, change: 0, remove: 0, move: 0 };
  for (const { action } of changes) summary[action] += 1;
  return {
    message: messageFor(changes.length, { isDryRun, done }),
    dry_run: isDryRun,
    summary,
    changes,
    created,
    warnings,
    version_id: versionId,
  };
}

interface Wording {
  isDryRun: boolean;
  done: 'imported' | 'restored';
}

function messageFor(count: number, { isDryRun, done }: Wording): string {
  if (count === 0) return isDryRun ? 'Nothing would change.' : 'Nothing changed: the page is already up to date.';
  const changes = count === 1 ? '1 change' : `${count} changes`;
  return isDryRun ? `${changes} would be made; nothing was changed.` : `The page was ${done}: ${changes}.`;
}
