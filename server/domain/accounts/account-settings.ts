// Settings of an account. Times of notifications follow its time zone.
import { ApiError, invalid } from '../../../contract/errors.ts';
import type { InterfaceLanguage } from '../../../contract/languages.ts';
import { dayAt, type LocalDay, weekdayOf } from '../../../contract/local-time.ts';
import type { AccountSettings, AccountSettingsEdit } from '../../../contract/schemas/account-settings.ts';
import { DAY, HOUR, type Micros } from '../../../contract/time.ts';
import { findTimeZone, offsetIn, type TimeZone } from '../../../contract/time-zones.ts';
import type { AccountSettingsRow } from '../../storage/account-tables.ts';
import { readAccountSettings, storeAccountSettings } from '../../storage/accounts/account-settings.ts';
import { holdAccountAsIs } from '../../storage/accounts/accounts.ts';
import { updatePerson } from '../../storage/people/people.ts';
import type { Store } from '../../storage/store.ts';
import type { Executor } from '../../storage/tables.ts';
import { logActivity } from '../activity/activity.ts';
import type { Actor } from './actor.ts';

const SUMMARY_HOUR = 8;

export function presentSettings(row: AccountSettingsRow | undefined): AccountSettings {
  return {
    timezone: row?.timezone ?? null,
    language: (row?.language ?? null) as InterfaceLanguage | null,
    notifications: { weekly_summary: row?.weekly_summary === 1, form_entries: row?.form_entries === 1 },
  };
}

/**
 * Mails that are sent later, without a browser, are in the language of the one that signed up. English needs no setting.
 * Returns the language of the settings.
 */
export async function keepSignUpLanguage(
  tx: Executor,
  accountId: number,
  { language }: Actor,
): Promise<InterfaceLanguage | null> {
  if (language === 'en') return null;
  const none = { timezone: null, weekly_summary: 0, form_entries: 0, summary_at: null };
  await storeAccountSettings(tx, accountId, { ...none, language });
  return language;
}

/** Fields that are not sent keep their values. */
export async function editSettings(
  store: Store,
  accountId: number,
  { timezone, language, notifications = {} }: AccountSettingsEdit,
  actor: Actor,
  at: Micros,
): Promise<AccountSettings> {
  if (timezone != null && !findTimeZone(timezone)) {
    throw invalid({ timezone: ['The field timezone must be an IANA time zone such as Europe/Berlin.'] });
  }
  return store.write(accountId, async (tx) => {
    if (!(await holdAccountAsIs(tx, accountId))) throw new ApiError('unauthenticated');
    const stored = await readAccountSettings(tx, accountId);
    const before = presentSettings(stored);
    const after = {
      timezone: timezone === undefined ? before.timezone : timezone,
      language: language === undefined ? before.language : language,
      notifications: { ...before.notifications, ...notifications },
    };
    if (JSON.stringify(after) === JSON.stringify(before)) return before;
    const { weekly_summary, form_entries } = after.notifications;
    const isSameSchedule = before.notifications.weekly_summary && before.timezone === after.timezone;
    await storeAccountSettings(tx, accountId, {
      timezone: after.timezone,
      language: after.language,
      weekly_summary: Number(weekly_summary),
      form_entries: Number(form_entries),
      summary_at: weekly_summary ? (isSameSchedule ? stored!.summary_at : nextSummary(after.timezone, at)) : null,
    });
    if (after.language !== before.language) await updatePerson(tx, accountId, { language: after.language });
    const subject = { kind: 'account', id: accountId } as const;
    const message = 'The settings of the account were changed.';
    await logActivity(tx, store.dialect, accountId, actor, { type: 'settings_updated', subject, message, at });
    return after;
  });
}

/** The zone of the account, or UTC. A zone that no longer exists counts as not chosen. */
export function zoneOf(timezone: string | null): { zone: TimeZone; timezone: string } {
  const zone = timezone === null ? undefined : findTimeZone(timezone);
  return zone ? { zone, timezone: timezone! } : { zone: findTimeZone('UTC')!, timezone: 'UTC' };
}

/** The first Monday, 8:00, after this time. */
export function nextSummary(timezone: string | null, after: Micros): Micros {
  const { zone } = zoneOf(timezone);
  for (let date = dayAt(zone, after); ; date += 1) {
    if (weekdayOf(date) !== 1) continue;
    const at = morningOf(zone, date);
    if (at > after) return at;
  }
}

function morningOf(zone: TimeZone, date: LocalDay): Micros {
  const local = date * DAY + SUMMARY_HOUR * HOUR;
  // Clocks may change between the first guess and the hour itself.
  const guess = local - offsetIn(zone, local);
  return local - offsetIn(zone, guess);
}
