import type { Micros } from '../../contract/time.ts';
import { touchAccount } from '../storage/accounts.ts';
import { insertActivity } from '../storage/activities.ts';
import type { Dialect } from '../storage/dialects/dialect.ts';
import type { Executor } from '../storage/tables.ts';
import type { Actor } from './actor.ts';

export type ActivityType =
  | 'account_created'
  | 'account_suspended'
  | 'account_restored'
  | 'username_changed'
  | 'password_changed'
  | 'block_created'
  | 'block_updated'
  | 'block_deleted'
  | 'link_updated'
  | 'upload_created'
  | 'upload_deleted'
  | 'page_imported'
  | 'data_exported'
  | 'pixel_created'
  | 'pixel_updated'
  | 'pixel_deleted'
  | 'key_created'
  | 'key_revoked'
  | 'plan_changed'
  | 'profile_updated'
  | 'form_entry_deleted'
  | 'login'
  | 'demo_created';

export interface Event {
  type: ActivityType;
  message: string;
  at: Micros;
}

/** Part of the transaction that does the thing, so that the log never tells of what did not happen, nor misses it. */
export async function logActivity(
  tx: Executor,
  dialect: Dialect,
  accountId: number,
  actor: Actor,
  { type, message, at }: Event,
): Promise<void> {
  const [id] = await dialect.allocateIds(tx, 1);
  await insertActivity(tx, accountId, {
    id: id!,
    type,
    message,
    ip: actor.ip,
    os: actor.os,
    browser: actor.browser,
    created_at: at,
    updated_at: at,
  });
  await touchAccount(tx, accountId, { at, agent: actor.os, country: actor.country });
}
