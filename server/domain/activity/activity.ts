import type { ActivityType } from '../../../contract/activities.ts';
import type { Micros } from '../../../contract/time.ts';
import { touchAccount } from '../../storage/accounts/accounts.ts';
import { insertActivity } from '../../storage/accounts/activities.ts';
import type { Dialect } from '../../storage/dialects/dialect.ts';
import type { Executor } from '../../storage/tables.ts';
import type { Actor } from '../accounts/actor.ts';

/** What an activity is about. A page has the id of its account, a link that of its item. */
export interface Subject {
  kind: 'account' | 'page' | 'block' | 'item' | 'upload' | 'pixel' | 'key' | 'share' | 'plan_record' | 'form_entry';
  id: number;
}

export interface Event {
  type: ActivityType;
  /** For programs; the message is for people. */
  subject: Subject;
  message: string;
  at: Micros;
  /** Given out when it happened, if it is stored later: the log is in the order of ids. */
  id?: number;
}

/** Runs in the transaction of the change, so that the log and the data always agree. */
export async function logActivity(
  tx: Executor,
  dialect: Dialect,
  accountId: number,
  actor: Actor,
  event: Event,
): Promise<void> {
  await storeEvent(tx, dialect, accountId, actor, event);
  await touchAccount(tx, accountId, { at: event.at, agent: actor.os, country: actor.country });
}

/** For events that the account did not cause: without an actor, and not counted as activity of the account. */
export async function logNotice(tx: Executor, dialect: Dialect, accountId: number, event: Event): Promise<void> {
  await storeEvent(tx, dialect, accountId, { ip: '', os: '', browser: '' }, event);
}

/** For what others did, or tried to do: they are named, and the account does not count as active. */
export async function logAttempt(
  tx: Executor,
  dialect: Dialect,
  accountId: number,
  actor: Pick<Actor, 'ip' | 'os' | 'browser'>,
  event: Event,
): Promise<void> {
  await storeEvent(tx, dialect, accountId, actor, event);
}

/** Every event passes here, in the transaction of its change: the place to write to an outbox. */
async function storeEvent(
  tx: Executor,
  dialect: Dialect,
  accountId: number,
  { ip, os, browser }: Pick<Actor, 'ip' | 'os' | 'browser'>,
  { type, subject, message, at, id }: Event,
): Promise<void> {
  await insertActivity(tx, accountId, {
    id: id ?? (await dialect.allocateIds(tx, 1))[0]!,
    type,
    message,
    ip,
    os,
    browser,
    created_at: at,
    updated_at: at,
    subject_kind: subject.kind,
    subject_id: subject.id,
  });
}
