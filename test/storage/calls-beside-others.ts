// Functions of the store that no request of `isolation.test.ts` reaches. Each is called for `own`, with ids of `other`.

import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import { DAY } from '../../contract/time.ts';
import { accessKinds, removeAccess } from '../../server/storage/accounts/access.ts';
import { deleteExport, endExports } from '../../server/storage/accounts/account-exports.ts';
import { readAccountSettings, scheduleSummary } from '../../server/storage/accounts/account-settings.ts';
import { readPublicAccount } from '../../server/storage/accounts/account-tokens.ts';
import { deleteAccount } from '../../server/storage/accounts/accounts.ts';
import { deleteActivitiesUpTo, everyActivity, expiredActivity } from '../../server/storage/accounts/activities.ts';
import { deleteEndedKeys, findKey, listKeys } from '../../server/storage/accounts/keys.ts';
import { readShare } from '../../server/storage/accounts/statistics-shares.ts';
import type { Dialect } from '../../server/storage/dialects/dialect.ts';
import { entriesAfter, settleNotice } from '../../server/storage/page/form-notices.ts';
import { deleteFormerSlugs } from '../../server/storage/page/link-slugs.ts';
import { forgetLinks } from '../../server/storage/page/links.ts';
import { moveItems } from '../../server/storage/page/moved-items.ts';
import type { PageChanges, RemovedRows, TableRows } from '../../server/storage/page/page-changes.ts';
import { deleteVersionsUpTo } from '../../server/storage/page/page-versions.ts';
import { hideLinks, publish } from '../../server/storage/page/pending-rows.ts';
import { applyChanges, removesFollowedLinks, stageChanges } from '../../server/storage/page/row-changes.ts';
import {
  countUnconfirmed,
  deleteUnconfirmed,
  findUnconfirmed,
  findUnconfirmedOf,
  isSubscriber,
} from '../../server/storage/page/unconfirmed-entries.ts';
import { deleteGoingUpload, keptDigests, readyDigests, uploadsToCheck } from '../../server/storage/page/uploads.ts';
import { deletePasswordFrom } from '../../server/storage/people/credentials.ts';
import { endTokens } from '../../server/storage/people/one-time-tokens.ts';
import { usePasskey } from '../../server/storage/people/passkeys.ts';
import { setProvenAddress } from '../../server/storage/people/people.ts';
import { updateSession } from '../../server/storage/people/sessions.ts';
import type { Tables } from '../../server/storage/tables.ts';
import { linkSetsOf } from '../../server/storage/visits/link-sets.ts';
import { liveCounts, removeExpiredEverywhere, removeLiveOf } from '../../server/storage/visits/live.ts';
import {
  appendEvents,
  eventsAfter,
  lockStream,
  removePastEventsEverywhere,
  removeStreamOf,
  renewStream,
  streamSnapshot,
  turnAnnounced,
  unannouncedAccounts,
} from '../../server/storage/visits/live-streams.ts';
import { oldVisitsAfter } from '../../server/storage/visits/old-visits.ts';
import { countedKeys } from '../../server/storage/visits/visit-counts.ts';
import { countLoose, deleteEventsBefore, subtractFromCounts } from '../../server/storage/visits/visit-events.ts';
import { firstPeriod } from '../../server/storage/visits/visit-periods.ts';
import {
  deleteSegments,
  oldSegments,
  readSegments,
  readVisitsByDay,
} from '../../server/storage/visits/visit-segments.ts';
import {
  countKeys,
  deleteSeen,
  forgetSeenBefore,
  forgetSourcesBefore,
  keysOf,
  PAGE,
} from '../../server/storage/visits/visits.ts';
import type { MarkedAccount } from '../fuzz/marked-account.ts';
import { NOON } from '../support/api.ts';

export interface Situation {
  readonly tx: Transaction<Tables>;
  readonly dialect: Dialect;
  /** The account that the functions are called for. */
  readonly own: number;
  readonly other: MarkedAccount;
}

type Call = (situation: Situation) => Promise<unknown>;

const TODAY = NOON - (NOON % DAY);
const LATER = NOON + 1000 * DAY;
const ALL = Number.MAX_SAFE_INTEGER;
const pause = async () => {};

const accounts: Record<string, Call> = {
  deleteExport: async ({ tx, own, other }) => deleteExport(tx, own, await idIn(tx, 'account_export', other)),
  endExports: ({ tx, own }) => endExports(tx, own, NOON),
  removeAccess: ({ tx, own }) => removeAccess(tx, own, { kinds: accessKinds, range: {}, at: NOON }),
  deletePasswordFrom: ({ tx, own }) => deletePasswordFrom(tx, own, 0),
  endTokens: ({ tx, own }) => endTokens(tx, own, { generation: 1, through: ALL }),
  deleteEndedKeys: async ({ tx, own }) => {
    await tx.updateTable('api_key').set({ revoked_at: NOON }).where('account_id', '=', own).execute();
    await deleteEndedKeys(tx, own, NOON, 0);
  },
  deleteActivitiesUpTo: async ({ tx, own }) => {
    const newest = await expiredActivity(tx, own, LATER, 0);
    await deleteActivitiesUpTo(tx, own, newest!, 100);
  },
  setProvenAddress: ({ tx, own }) =>
    setProvenAddress(tx, own, { email: 'new@example.com', address_id: own, proven_id: own }),
  scheduleSummary: async ({ tx, own, other }) => scheduleSummary(tx, await dueSummary(tx, own, other), LATER),
  readPublicAccount: ({ tx, own }) => readPublicAccount(tx, own),
  everyActivity: ({ tx, own }) => everyActivity(tx, own, {}, 100).next(),
  findKey: async ({ tx, own, other }) => findKey(tx, own, await idIn(tx, 'api_key', other)),
  listKeys: ({ tx, own }) => listKeys(tx, own, 0, 100),
  usePasskey: async ({ tx, own, other }) => {
    const passkeys = tx.selectFrom('passkey').selectAll().where('person_id', '=', other.id);
    const { id, counter: before } = await passkeys.executeTakeFirstOrThrow();
    await usePasskey(tx, own, id, { before, counter: before + 1, at: LATER });
  },
  updateSession: async ({ tx, own, other }) => {
    const sessions = tx.selectFrom('session').select('id').where('person_id', '=', other.id);
    const { id: sessionId } = await sessions.executeTakeFirstOrThrow();
    await updateSession(tx, { accountId: own, sessionId }, { seen_at: LATER, expires_at: LATER });
  },
  readShare: ({ tx, own, other }) => readShare(tx, { accountId: own, shareId: other.share }),
};

const page: Record<string, Call> = {
  settleNotice: async ({ tx, own, other }) => {
    const notice = { block_id: other.form, entries_after: 0, due_at: NOON, sent_at: null };
    await settleNotice(tx, { account_id: own, ...notice }, { entries_after: 1, sent_at: LATER });
  },
  entriesAfter: ({ tx, own, other }) => entriesAfter(tx, own, { blockId: other.form, after: 0, count: 10 }),
  deleteFormerSlugs: ({ tx, own, other }) => deleteFormerSlugs(tx, own, [`${other.slug}-before`]),
  forgetLinks: ({ tx, own, other }) => forgetLinks(tx, own, [other.item]),
  moveItems: ({ tx, own, other }) => moveItems(tx, own, [other.item], other.form),
  deleteVersionsUpTo: ({ tx, own }) => deleteVersionsUpTo(tx, own, ALL),
  hideLinks: ({ tx, own }) => hideLinks(tx, own, sql`true`),
  publish: ({ tx, own }) => publish(tx, own, [{ first: 0, last: ALL }], pause),
  applyChanges: async ({ tx, dialect, own, other }) => {
    const staged = await stageChanges(dialect, changesOf(other));
    await removesFollowedLinks(tx, own, staged);
    await applyChanges(tx, own, staged, pause);
  },
  findUnconfirmed: async ({ tx, own, other }) => findUnconfirmed(tx, own, await idIn(tx, 'unconfirmed_entry', other)),
  findUnconfirmedOf: ({ tx, own, other }) => findUnconfirmedOf(tx, own, other.form, 'witness@example.com'),
  isSubscriber: ({ tx, own, other }) => isSubscriber(tx, own, other.form, 'witness@example.com'),
  countUnconfirmed: ({ tx, own }) => countUnconfirmed(tx, own),
  deleteUnconfirmed: async ({ tx, own, other }) => {
    await deleteUnconfirmed(tx, own, await idIn(tx, 'unconfirmed_entry', other));
  },
  readyDigests: ({ tx, own }) => readyDigests(tx, own, ['0']),
  keptDigests: ({ tx, own }) => keptDigests(tx, own),
  uploadsToCheck: ({ tx, own }) => uploadsToCheck(tx, own, { ready: LATER, others: LATER }),
  deleteGoingUpload: ({ tx, own, other }) => deleteGoingUpload(tx, own, other.upload),
};

const visits: Record<string, Call> = {
  countedKeys: ({ tx, own }) => countedKeys(tx, own, [['country', 'de']]),
  oldVisitsAfter: ({ tx }) => oldVisitsAfter(tx, 0, 100, { seenBefore: '', sourcesBefore: '', eventsBefore: 0 }),
  linkSetsOf: ({ tx, own }) => linkSetsOf(tx, own),
  countLoose: ({ tx, own }) => countLoose(tx, { accountId: own, targetId: PAGE, from: 0, to: LATER }),
  firstPeriod: ({ tx, own }) => firstPeriod(tx, own),
  readVisitsByDay: ({ tx, own }) => {
    return readVisitsByDay(tx, { accountId: own, targetId: PAGE, from: 0, to: LATER }, [
      { from: 0, to: LATER, parts: [0] },
    ]);
  },
  oldSegments: ({ tx, own }) => oldSegments(tx, own, LATER, 10),
  readSegments: ({ tx, own }) => readSegments(tx, { account_id: own, target_id: PAGE, start: TODAY }, [0, 1]),
  deleteSegments: ({ tx, own }) => deleteSegments(tx, { account_id: own, target_id: PAGE, start: TODAY }, [0, 1]),
  countKeys: ({ tx, dialect, own }) => countKeys(tx, dialect, [[own, PAGE, 'country']]),
  keysOf: ({ tx, own }) => keysOf(tx, [own, PAGE, 'country'], 10),
  deleteSeen: ({ tx, dialect, own, other }) => {
    return deleteSeen(tx, dialect, [[own, '2026-11-15', PAGE, other.username]]);
  },
  forgetSourcesBefore: ({ tx, own }) => forgetSourcesBefore(tx, own, '9999-12-31', 1000),
  forgetSeenBefore: ({ tx, own }) => forgetSeenBefore(tx, own, '9999-12-31', 1000),
  subtractFromCounts: ({ tx, dialect, own }) => {
    return subtractFromCounts(tx, dialect, own, [{ target_id: PAGE, at: NOON, count: 1000 }]);
  },
  deleteEventsBefore: ({ tx, dialect, own }) => deleteEventsBefore(tx, dialect, own, LATER, 1000),
};

/** Who is on a page now. The last two are about all accounts, and have conditions within each of them. */
const live: Record<string, Call> = {
  liveCounts: ({ tx, own }) => liveCounts(tx, own, NOON),
  renewStream: ({ tx, own }) => renewStream(tx, own, NOON, LATER),
  lockStream: ({ tx, own }) => lockStream(tx, own, NOON),
  turnAnnounced: ({ tx, dialect, own }) => turnAnnounced(tx, dialect, own, LATER),
  appendEvents: ({ tx, own }) => appendEvents(tx, own, NOON, '[]'),
  eventsAfter: ({ tx, own }) => eventsAfter(tx, own, 0),
  streamSnapshot: ({ tx, own }) => streamSnapshot(tx, own, 10),
  unannouncedAccounts: ({ tx, dialect, own }) => unannouncedAccounts({ ...dialect, read: tx }, [own], NOON),
  removeStreamOf: ({ tx, own }) => removeStreamOf(tx, own),
  removeLiveOf: ({ tx, own }) => removeLiveOf(tx, own),
  removeExpiredEverywhere: ({ tx }) => removeExpiredEverywhere(tx, 0, 10),
  removePastEventsEverywhere: ({ tx }) => removePastEventsEverywhere(tx, 0, 10),
};

/** Live visitors are in the visit queue, which has transactions of its own. The account is deleted last. */
export const calls = {
  queue: live,
  store: { ...accounts, ...page, ...visits, deleteAccount: ({ tx, own }: Situation) => deleteAccount(tx, own) },
} satisfies Record<string, Record<string, Call>>;

async function idIn(
  tx: Situation['tx'],
  table: 'account_export' | 'api_key' | 'unconfirmed_entry',
  { id: accountId }: MarkedAccount,
) {
  const rows = tx.selectFrom(table).select('id').where('account_id', '=', accountId);
  return (await rows.executeTakeFirstOrThrow()).id;
}

async function dueSummary(tx: Situation['tx'], own: number, other: MarkedAccount) {
  const settings = await readAccountSettings(tx, other.id);
  return { account_id: own, summary_at: settings!.summary_at! };
}

/** An import that renames a pixel, deletes a link and hides another. */
function changesOf({ pixel, item }: MarkedAccount): PageChanges {
  const ids = { table: 'link', columns: { id: 'integer' }, parts: [], count: 0 } as const;
  const removed: RemovedRows = { table: 'link', runs: [{ first: item, last: item }], keys: ids };
  const columns = { id: 'integer', name: 'text' } as const;
  const changed: TableRows = { table: 'pixel', columns, parts: [JSON.stringify([[pixel, 'Taken over']])], count: 1 };
  const nothing = { account: {}, newIds: [], ahead: [], inserted: [], leavesRows: false };
  return { ...nothing, changed: [changed], deleted: [removed], hiddenLinks: removed };
}
