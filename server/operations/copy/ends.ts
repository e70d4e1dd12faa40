// The two ends of a copy: what each has to be like before anything is carried from one to the other. The source is never
// changed. The target is looked at first, and touched only if it holds nothing, or an earlier run of the same copy.
import { Refusal } from '../../../contract/errors.ts';
import { type Dialect, NoDatabase } from '../../storage/dialects/dialect.ts';
import { openDialect } from '../../storage/dialects/open.ts';
import { type CopyMark, installationId, readCopyMark, setCopyMark } from '../../storage/installation.ts';
import { migrate, schemaState } from '../../storage/migrations/index.ts';
import { contentTables, type Executor, tableKinds } from '../../storage/tables.ts';
import { hasRows, lockInstallation } from '../../storage/transfer.ts';

export type End = 'source' | 'target';

/** A database that cannot be opened, or has gone away since; the cause says why. */
export class EndFailure extends Error {
  readonly end: End;
  readonly isAway: boolean;
  constructor(end: End, { isAway, cause }: { isAway: boolean; cause: unknown }) {
    super(`The ${end} ${isAway ? 'is away' : 'cannot be opened'}`, { cause });
    this.end = end;
    this.isAway = isAway;
  }
}

/** Says of which end it is that it cannot be reached just now. */
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

/** The target, with the schema of this version and nothing in it but what an earlier run has brought there. */
export async function openTarget(url: string, source: Dialect, sourceId: string): Promise<Dialect> {
  const look = await opened(
    'target',
    () => lookAt(url),
    (target) => target && judgeTarget(target, source, sourceId),
  );
  await look?.close();
  return opened('target', () => openDialect(url, { mayCreate: true, isPatient: true }), migrate);
}

/** From here on the database is a copy of the source, and this run's. Of two that begin at once the later one goes on. */
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
    if (error instanceof Refusal) throw error;
    throw new EndFailure(end, { isAway: false, cause: error });
  }
}

async function judgeSource(source: Dialect): Promise<void> {
  const { applied, pending, unknown } = await schemaState(source);
  if (applied.length === 0) throw refused('The source holds no installation of Fingerpost.');
  if (unknown.length > 0) throw refused('The source was made by a newer Fingerpost: copy it with that version.');
  if (pending.length > 0) {
    throw refused(
      `The source's schema is behind by ${pending.join(', ')}: set DATABASE_URL to it and run "fingerpost migrate" first.`,
    );
  }
  if ((await readCopyMark(source.read))?.state === 'under way') {
    throw refused('The source is itself a copy that is not finished: run the copy that makes it again first.');
  }
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
  if ((await target.identity()) === (await source.identity())) throw refused('The source and the target are the same.');
  const names = (await target.tableShapes(target.read)).map(({ name }) => name);
  const foreign = names.filter((name) => !ours.includes(name));
  if (foreign.length > 0) {
    const more = foreign.length > NAMED ? ` and ${foreign.length - NAMED} more` : '';
    throw refused(
      `The target holds tables that are not Fingerpost's (${foreign.slice(0, NAMED).join(', ')}${more}): ${remedy}`,
    );
  }
  if ((await schemaState(target)).unknown.length > 0) {
    throw refused(`The target was made by a newer Fingerpost: ${remedy}`);
  }
  await refuseOccupied(target.read, names, sourceId);
}

const NAMED = 5;
const remedy = 'give the copy an empty database.';
/** What a service that nobody has used yet makes by itself. */
const ownBelongings: readonly string[] = ['installation', 'visit_salt'];

async function refuseOccupied(executor: Executor, names: readonly string[], sourceId: string): Promise<void> {
  const isKnown = names.includes('installation');
  const mark = isKnown ? await readCopyMark(executor) : undefined;
  if (mark?.of === sourceId) return;
  if (mark) throw refused(`The target is a copy of another installation: ${remedy}`);
  for (const name of contentTables) {
    if (!names.includes(name) || ownBelongings.includes(name) || !(await hasRows(executor, name))) continue;
    const isUsedCopy = isKnown && (await installationId(executor)) === sourceId;
    throw refused(
      isUsedCopy
        ? `The target is a copy of this installation that has been used since, and is not written over: ${remedy}`
        : `The target holds an installation of its own (there are rows in "${name}"): ${remedy}`,
    );
  }
}

function refused(sentence: string): Refusal {
  return new Refusal('forbidden', sentence);
}
