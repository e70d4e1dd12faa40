// The forms of a page and their entries. Text is trimmed and stripped of control characters. Text that is too long is
// rejected, never truncated.
import type { FieldType } from '../../../contract/blocks/fields.ts';
import { ApiError } from '../../../contract/errors.ts';
import { blockShapes } from '../../../contract/page/block-shapes.ts';
import {
  type FieldProblem,
  type FormField,
  type FormKind,
  formFields,
  maxFieldLength,
} from '../../../contract/page/forms.ts';
import { parseStored } from '../../../contract/page/reading.ts';
import { DAY, MINUTE, type Micros } from '../../../contract/time.ts';
import { readAccountSettings } from '../../storage/accounts/account-settings.ts';
import { holdAccount, holdAccountAsIs } from '../../storage/accounts/accounts.ts';
import { pageOfActivities } from '../../storage/accounts/activities.ts';
import { readPageOwner } from '../../storage/accounts/usernames.ts';
import { findBlock } from '../../storage/page/blocks.ts';
import {
  countFormEntries,
  deleteFormEntries,
  deleteFormEntry,
  insertFormEntry,
} from '../../storage/page/form-entries.ts';
import { noteEntry } from '../../storage/page/form-notices.ts';
import type { Store } from '../../storage/store.ts';
import type { BlockRow, Executor, FormEntryRow } from '../../storage/tables.ts';
import type { Actor } from '../accounts/actor.ts';
import { logActivity, logNotice } from '../activity/activity.ts';
import type { Quotas } from '../plans/quotas.ts';
import { storedJson } from '../stored-json.ts';
import { isBlockOn } from './block-state.ts';

export interface Form {
  blockId: number;
  kind: FormKind;
  name: string | null;
  fields: readonly FormField[];
  button: string;
  thanks: string;
  /** Visitors confirm their address by mail before the entry counts. */
  asksConfirmation: boolean;
}

const FULL = 'forms_full';
/** The least time between two mails about entries of a form. */
const FORM_MAIL_PAUSE: Micros = 10 * MINUTE;

export interface ReadEntry {
  /** By field name, including empty fields. */
  values: Record<string, string>;
  /** By field name. */
  errors: Map<string, FieldProblem>;
}

/** Undefined if the block is not a form, or a form without fields. */
export function formOf({ id, block, name, content, settings }: BlockRow): Form | undefined {
  if (block === 'signup') {
    const { button, thanks } = parseStored(blockShapes.signup.content, storedJson(content));
    const { confirm: asksConfirmation } = parseStored(blockShapes.signup.settings, storedJson(settings));
    return { blockId: id, kind: block, name, fields: formFields({ type: block }), button, thanks, asksConfirmation };
  }
  if (block === 'contact_form') {
    const stored = parseStored(blockShapes.contact_form.content, storedJson(content));
    const { button, thanks } = stored;
    const fields = formFields({ type: block, content: stored });
    const form = { blockId: id, kind: block, name, fields, button, thanks, asksConfirmation: false };
    return fields.length === 0 ? undefined : form;
  }
  return undefined;
}

/** The form as visitors find it: undefined if its block is off, too. */
export function openFormOf(block: BlockRow): Form | undefined {
  return isBlockOn(block) ? formOf(block) : undefined;
}

/** Ignores unknown fields. */
export function readEntry({ fields }: Form, sent: Record<string, unknown>): ReadEntry {
  const values: Record<string, string> = Object.create(null);
  const errors = new Map<string, FieldProblem>();
  for (const field of fields) {
    const given = Object.hasOwn(sent, field.name) ? sent[field.name] : undefined;
    const value = typeof given === 'string' ? cleaned(given, field.type) : '';
    values[field.name] = value;
    const problem = problemWith(field, value);
    if (problem) errors.set(field.name, problem);
  }
  const isEmpty = Object.values(values).every((value) => value === '');
  if (isEmpty && errors.size === 0) errors.set(fields[0]!.name, { kind: 'empty' });
  return { values, errors };
}

const controls = /\p{Cc}/gu;
const controlsInLines = /[^\P{Cc}\n\t]/gu;

function cleaned(text: string, type: FieldType): string {
  const plain = text.toWellFormed();
  if (type === 'message') return plain.replace(/\r\n?/g, '\n').replace(controlsInLines, '').trim();
  return plain.replace(/\s+/g, ' ').replace(controls, '').trim();
}

const email =
  /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)+[\p{L}\p{N}-]{2,63}$/u;

function problemWith({ label, type, isRequired }: FormField, value: string): FieldProblem | undefined {
  if (value === '') return isRequired ? { kind: 'missing', label } : undefined;
  const length = [...value].length;
  const most = maxFieldLength[type];
  if (length > most) return { kind: 'too_long', label, most, length };
  if (type === 'email' && !email.test(value)) return { kind: 'email', label };
  if (type === 'tel' && !/\d/.test(value)) return { kind: 'tel', label };
  return undefined;
}

export interface EntryRequest {
  /** The owner of the form. */
  accountId: number;
  quotas: Quotas;
  at: Micros;
}

/**
 * `gone` if the account or the form was deleted or suspended while the request arrived. `full` if the account has reached
 * its limit of entries: it gets a notice once a day.
 */
export async function takeEntry(
  store: Store,
  { accountId, quotas, at }: EntryRequest,
  { blockId, kind }: Form,
  values: Record<string, string>,
): Promise<'taken' | 'full' | 'gone'> {
  const outcome = await store.writeUncached(async (tx) => {
    await holdAccount(tx, accountId);
    if (!(await isOpen(tx, accountId, blockId, kind))) return 'gone';
    if ((await countFormEntries(tx, accountId)) >= quotas.formEntries) return 'full';
    const subscriber = kind === 'signup' ? values.email!.toLowerCase() : null;
    await addEntry(store, tx, accountId, {
      block_id: blockId,
      kind,
      fields: fieldsOf(values),
      subscriber,
      created_at: at,
    });
    return 'taken';
  });
  if (outcome === 'full') await reportFull(store, { accountId, quotas, at });
  return outcome;
}

/** The values to store, without empty fields. */
export function fieldsOf(values: Record<string, string>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')));
}

/** Call it in a transaction that holds the account. */
export async function addEntry(
  store: Store,
  tx: Executor,
  accountId: number,
  entry: Omit<FormEntryRow, 'account_id' | 'id'>,
): Promise<void> {
  const [id] = await store.dialect.allocateIds(tx, 1);
  const isNew = await insertFormEntry(tx, accountId, { id: id!, ...entry });
  if (!isNew || (await readAccountSettings(tx, accountId))?.form_entries !== 1) return;
  const { block_id, created_at: at } = entry;
  await noteEntry(tx, accountId, { block_id, id: id!, at, pause: FORM_MAIL_PAUSE });
}

export async function isOpen(tx: Executor, accountId: number, blockId: number, kind: FormKind): Promise<boolean> {
  const owner = await readPageOwner(tx, accountId);
  const block = owner?.isActive ? await findBlock(tx, accountId, blockId) : undefined;
  return block !== undefined && openFormOf(block)?.kind === kind;
}

/** A notice, because the account did nothing. The visitor is not recorded. */
export async function reportFull(store: Store, { accountId, quotas, at }: EntryRequest): Promise<void> {
  if (await wasReported(store.read, accountId, at)) return;
  await store.write(accountId, async (tx) => {
    const isThere = await holdAccountAsIs(tx, accountId);
    if (!isThere || (await wasReported(tx, accountId, at))) return;
    const subject = { kind: 'account', id: accountId } as const;
    const message = `Your forms have reached the limit of ${quotas.formEntries} entries: export them, and delete some.`;
    await logNotice(tx, store.dialect, accountId, { type: FULL, subject, message, at });
  });
}

async function wasReported(db: Executor, accountId: number, at: Micros): Promise<boolean> {
  const { rows } = await pageOfActivities(db, accountId, { types: [FULL] }, { page: 1, size: 1 });
  return rows[0] !== undefined && at - rows[0].created_at < DAY;
}

export async function removeEntry(
  store: Store,
  block: BlockRow,
  entryId: number,
  actor: Actor,
  at: Micros,
): Promise<void> {
  const accountId = block.account_id;
  await store.write(accountId, async (tx) => {
    await holdAccount(tx, accountId);
    if (!(await deleteFormEntry(tx, accountId, block.id, entryId))) {
      throw new ApiError('not_found', 'This block has no such entry.');
    }
    const subject = { kind: 'form_entry', id: entryId } as const;
    const message = `An entry of ${called(block)} was deleted.`;
    await logActivity(tx, store.dialect, accountId, actor, { type: 'form_entry_deleted', subject, message, at });
  });
}

/** Deletes the entries of a form, optionally up to `lastId`; returns their number. */
export async function removeEntries(
  store: Store,
  block: BlockRow,
  lastId: number | undefined,
  actor: Actor,
  at: Micros,
): Promise<number> {
  const accountId = block.account_id;
  return store.write(accountId, async (tx) => {
    await holdAccount(tx, accountId);
    const count = await deleteFormEntries(tx, accountId, block.id, lastId);
    if (count === 0) return 0;
    const subject = { kind: 'block', id: block.id } as const;
    const message = `Entries of ${called(block)} were deleted: ${count}.`;
    await logActivity(tx, store.dialect, accountId, actor, { type: 'form_entry_deleted', subject, message, at });
    return count;
  });
}

function called({ name }: BlockRow): string {
  return name ? `the form "${name}"` : 'a form';
}
