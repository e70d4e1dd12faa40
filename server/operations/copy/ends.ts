// The checks of source and target before a copy. The source is never changed. The target is only changed if it is empty
// or an earlier run of the same copy.
import { ApiError } from '../../../contract/errors.ts';
import { type Dialect, NoDatabase } from '../../storage/dialects/dialect.ts';
import { openDialect } from '../../storage/dialects/open.ts';
import { type CopyMark, installationId, readCopyMark, readShards, setCopyMark } from '../../storage/installation.ts';
import { migrate, schemaState } from '../../storage/migrations/index.ts';
import { distributeNewTables } from '../../storage/placement.ts';
import { contentTables, tableKinds } from '../../storage/table-kinds.ts';
import type { Executor } from '../../storage/tables.ts';
import { hasRows, lockInstallation } from '../../storage/transfer.ts';
import { UnreleasedSchema } from '../../storage/unusable-schema.ts';

export type End = 'source' | 'target';

/** A database that cannot be opened, or that became unreachable; the cause says why. */
export class EndFailure extends Error {
  readonly end: End;
  readonly isAway: boolean;
  constructor(end: End, { isAway, cause }: { isAway: boolean; cause: unknown }) {
    super(`The ${end} ${isAway ? 'is not reachable' : 'cannot be opened'}`, { cause });
    this.end = end;
    this.isAway = isAway;
  }
}

/** Marks errors of an unreachable database with the end that they come from. */
export async function at<T>(end: End, dialect: Dialect, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EndFailure || !dialect.isUnavailable(error)) throw error;
    throw new EndFailure(end, { isAway: true, cause: error });
  }
}

export async function openSource(url: string): Promise<Dialect> {
  return opened('source', () => openDialect(url, { mayCreate: false, isReadOnly: true, isPatient: true }), judgeSource);
}

/** The target, migrated to this version, empty or with the rows of an earlier run. */
export async function openTarget(url: string, source: Dialect, sourceId: string): Promise<Dialect> {
  const inspected = await opened(
    'target',
    () => lookAt(url),
    (target) => target && judgeTarget(target, source, sourceId),
  );
  await inspected?.close();
  return opened('target', () => openDialect(url, { mayCreate: true, isPatient: true }), prepareTarget);
}

async function prepareTarget(target: Dialect): Promise<void> {
  await migrate(target);
  await distributeNewTables(target);
  target.useShards(await readShards(target.read));
}

/** Marks the target as a copy of the source, owned by this run. If two runs start at once, the later one continues. */
export async function beginCopy(target: Dialect, mark: CopyMark): Promise<void> {
  await target.write.transaction().execute(async (tx) => {
    await lockInstallation(tx);
    await refuseOccupied(tx, contentTables, mark.of);
    await setCopyMark(tx, mark);
  });
}

async function opened<D extends Dialect | undefined>(
  end: End,
  open: () => D,
  judge: (dialect: D) => Promise<unknown> | undefined,
): Promise<D> {
  let dialect: D | undefined;
  try {
    dialect = open();
    await judge(dialect);
    return dialect;
  } catch (error) {
    await dialect?.close();
    if (error instanceof ApiError) throw error;
    if (error instanceof UnreleasedSchema) throw new UnreleasedSchema(`The ${end}`);
    throw new EndFailure(end, { isAway: false, cause: error });
  }
}

async function judgeSource(source: Dialect): Promise<void> {
  const { applied, pending, unknown } = await schemaState(source);
  if (applied.length === 0) throw refused('The source has no Fingerpost installation.');
  if (unknown.length > 0) throw refused('The source was made by a newer Fingerpost: copy it with that version.');
  if (pending.length > 0) {
    throw refused(
      `The source's schema is older than this version (${pending.join(', ')} not applied): set DATABASE_URL to it and run "fingerpost migrate" first.`,
    );
  }
  if ((await readCopyMark(source.read))?.state === 'under way') {
    throw refused('The source is an unfinished copy: finish it first by running the same copy again.');
  }
  source.useShards(await readShards(source.read));
}

function lookAt(url: string): Dialect | undefined {
  try {
    return openDialect(url, { mayCreate: false, isReadOnly: true, isPatient: true });
  } catch (error) {
    if (error instanceof NoDatabase) return undefined;
    throw error;
  }
}

const ours: readonly string[] = Object.values(tableKinds).flat();

async function judgeTarget(target: Dialect, source: Dialect, sourceId: string): Promise<void> {
  if ((await target.identity()) === (await source.identity()))
    throw refused('Source and target are the same database.');
  const names = (await target.tableShapes(target.read)).map(({ name }) => name);
  const foreign = names.filter((name) => !ours.includes(name));
  if (foreign.length > 0) {
    const more = foreign.length > NAMED ? ` and ${foreign.length - NAMED} more` : '';
    throw refused(
      `The target has tables that are not Fingerpost's (${foreign.slice(0, NAMED).join(', ')}${more}): ${remedy}`,
    );
  }
  if ((await schemaState(target)).unknown.length > 0) {
    throw refused(`The target was made by a newer Fingerpost: ${remedy}`);
  }
  await refuseOccupied(target.read, names, sourceId);
}

const NAMED = 5;
const remedy = 'use an empty database.';
/** Tables in which an unused service already has rows. */
const filledAtStart: readonly string[] = ['installation', 'visit_salt', 'job'];

async function refuseOccupied(executor: Executor, names: readonly string[], sourceId: string): Promise<void> {
  const isKnown = names.includes('installation');
  const mark = isKnown ? await readCopyMark(executor) : undefined;
  if (mark?.of === sourceId) return;
  if (mark) throw refused(`The target is a copy of another installation: ${remedy}`);
  for (const name of contentTables) {
    if (!names.includes(name) || filledAtStart.includes(name) || !(await hasRows(executor, name))) continue;
    const isUsedCopy = isKnown && (await installationId(executor)) === sourceId;
    throw refused(
      isUsedCopy
        ? `The target is a copy of this installation that has been used since and is not overwritten: ${remedy}`
        : `The target has another installation (there are rows in "${name}"): ${remedy}`,
    );
  }
}

function refused(sentence: string): ApiError {
  return new ApiError('forbidden', sentence);
}
