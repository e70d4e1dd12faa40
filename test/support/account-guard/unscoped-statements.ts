// The statements that rightly name no account: lookups that find out whose something is, and upkeep of all accounts.
// Any other statement on a table of accounts must name its account. A run of all tests fails if one of these is not
// used.

export interface UnscopedStatement {
  /** Names it, and says why it is not about one account. */
  readonly why: string;
  /** The file in `server/` that makes it. */
  readonly file: string;
  /** Without quotes, and with `?` for a parameter or a list of them. A text is the whole statement. */
  readonly statement: string | RegExp;
  /** Only a cluster needs it. */
  readonly isOnCluster?: boolean;
}

/** Before anybody knows the account: something unique leads to it. */
const lookups: readonly UnscopedStatement[] = [
  {
    why: 'lookup: the owner of a username',
    file: 'storage/accounts/usernames.ts',
    statement: 'select account_id, former from username where username = ?',
  },
  {
    why: 'lookup: usernames that look alike',
    file: 'storage/accounts/usernames.ts',
    statement: 'select account_id from username where skeleton = ? and username <> ? limit ?',
  },
  {
    why: 'lookup: the owner of a key',
    file: 'storage/accounts/keys.ts',
    statement: 'select account_id, key_id from api_key_lookup where key_hash = ?',
  },
  {
    why: 'lookup: the owner of a session',
    file: 'storage/people/sessions.ts',
    statement: 'select id as sessionId, person_id as accountId from session where token_hash = ?',
  },
  {
    why: 'lookup: the owner of an e-mail address',
    file: 'storage/people/people.ts',
    statement: 'select * from person where email = ?',
  },
  {
    why: 'lookup: the owner of a public token',
    file: 'storage/accounts/account-tokens.ts',
    statement: 'select account_id from account_token where token = ?',
  },
  {
    why: 'lookup: the owner of shared statistics',
    file: 'storage/accounts/statistics-shares.ts',
    statement: 'select account_id, share_id from statistics_share_lookup where token_hash = ?',
  },
  {
    why: 'lookup: the owner of a cookie that excludes a browser',
    file: 'storage/visits/visit-exclusion.ts',
    statement: 'select account_id from visit_exclusion_lookup where token = ?',
  },
  {
    why: 'lookup: the owner of an identity at a provider',
    file: 'storage/people/identities.ts',
    statement: 'select * from identity where issuer = ? and subject = ?',
  },
  {
    why: 'lookup: the owner of a passkey',
    file: 'storage/people/passkeys.ts',
    statement: 'select * from passkey where credential_id = ?',
  },
  {
    why: 'lookup: the owner of a token',
    file: 'storage/people/one-time-tokens.ts',
    statement: /^select \* from one_time_token where token_hash = \? and kind = \? and expires_at > \? and \(/,
  },
  {
    why: 'a token is used up',
    file: 'storage/people/one-time-tokens.ts',
    statement: /^delete from one_time_token where token_hash = \? and kind = \? and \(/,
  },
  {
    why: 'lookup: whether a link may restore an e-mail address',
    file: 'storage/people/one-time-tokens.ts',
    statement:
      /^select token_hash from one_time_token where kind = (?:'held-address'|\?) and contents = \? and expires_at > \? and \(/,
  },
];

/** What the installation does for all accounts, some at a time. */
const upkeep: readonly UnscopedStatement[] = [
  {
    why: 'upkeep: the accounts whose activities are deleted, one batch after another',
    file: 'storage/accounts/accounts.ts',
    statement: 'select account_id from account where account_id > ? order by account_id limit ?',
  },
  {
    why: 'deletion: accounts that are due',
    file: 'storage/accounts/accounts.ts',
    statement:
      'select account_id from account where deletes_at is not null and deletes_at <= ? order by account_id limit ?',
  },
  {
    why: 'exports: whose time is over',
    file: 'storage/accounts/account-exports.ts',
    statement: 'select * from account_export where expires_at <= ? order by account_id limit ?',
  },
  {
    why: 'weekly summaries that are due',
    file: 'storage/accounts/account-settings.ts',
    statement:
      'select account_id, timezone, language, summary_at from account_settings where summary_at is not null and summary_at <= ? order by account_id limit ?',
  },
  {
    why: 'messages about form entries that are due',
    file: 'storage/page/form-notices.ts',
    statement:
      'select * from form_notice where due_at is not null and due_at <= ? order by account_id, block_id limit ?',
  },
  {
    why: 'form entries that were not confirmed in time',
    file: 'storage/page/unconfirmed-entries.ts',
    statement: 'delete from unconfirmed_entry where created_at <= ?',
  },
  {
    why: 'tokens that have expired',
    file: 'storage/people/one-time-tokens.ts',
    statement: 'delete from one_time_token where expires_at <= ?',
  },
  {
    why: 'sessions that have expired',
    file: 'storage/people/sessions.ts',
    statement: 'delete from session where expires_at <= ?',
  },
  {
    why: 'imports that were not finished',
    file: 'storage/page/pending-rows.ts',
    statement: 'select account_id from page_import where started_at < ? order by account_id limit ?',
  },
  {
    why: 'uploads: the next accounts with some',
    file: 'storage/page/uploads.ts',
    statement: 'select distinct account_id from upload where account_id > ? order by account_id limit ?',
  },
  {
    why: 'uploads: how much doctor and backups compare',
    file: 'storage/page/uploads.ts',
    statement: 'select sum(bytes) as bytes from upload where state = ?',
  },
  {
    why: 'history: the next accounts with some',
    file: 'storage/page/page-versions.ts',
    statement:
      /^select distinct account_id from (?:trash|page_version) where account_id > \? order by account_id limit \?$/,
  },
  {
    why: 'history: old deleted blocks and items',
    file: 'storage/page/trash.ts',
    statement:
      'select account_id, id from trash where account_id > ? and account_id <= ? and deleted_at < ? order by account_id, deleted_at limit ?',
  },
  {
    why: 'history: whether there are old versions',
    file: 'storage/page/page-versions.ts',
    statement: 'select id from page_version where account_id > ? and account_id <= ? and stored_at < ? limit ?',
  },
  {
    why: 'history: old versions',
    file: 'storage/page/page-versions.ts',
    statement: 'delete from page_version where account_id > ? and account_id <= ? and stored_at < ?',
  },
  {
    why: 'visits: the next accounts',
    file: 'storage/visits/old-visits.ts',
    statement:
      'SELECT max(account_id) AS last FROM (SELECT account_id FROM account WHERE account_id > ? ORDER BY account_id LIMIT ?) AS next',
  },
  {
    why: 'visits: which of these accounts have old ones',
    file: 'storage/visits/old-visits.ts',
    statement:
      "SELECT account_id, (SELECT 1 FROM visit_seen AS seen WHERE seen.account_id = account.account_id AND seen.day < ? LIMIT 1) AS seen, (SELECT 1 FROM visit_seen AS known WHERE known.account_id = account.account_id AND known.day < ? AND known.source <> '' LIMIT 1) AS source, (SELECT 1 FROM visit_event AS event WHERE event.account_id = account.account_id AND event.at < ? LIMIT 1) AS event, (SELECT 1 FROM visit_segment AS segment WHERE segment.account_id = account.account_id AND segment.target_id IN (?) AND segment.part IN (0, 1) AND segment.day <= ? LIMIT 1) AS segment FROM account WHERE account_id > ? AND account_id <= ? ORDER BY account_id",
  },
  {
    why: 'visits: counts that are due to be rolled up',
    file: 'storage/visits/visits.ts',
    statement:
      'SELECT account_id, target_id, bucket, length(counts) AS length FROM visit_fresh WHERE (account_id, target_id, bucket) > (?) ORDER BY account_id, target_id, bucket LIMIT ?',
  },
  {
    why: 'visits: days with many single ones',
    file: 'storage/visits/visit-segments.ts',
    statement:
      'SELECT account_id, target_id, start, loose FROM visit_event_count WHERE loose >= 64 AND (start < ? OR loose >= ?) AND (account_id, target_id, start) > (?) ORDER BY account_id, target_id, start LIMIT ?',
  },
  {
    why: 'live lists: which accounts somebody listens to',
    file: 'storage/visits/live-streams.ts',
    statement: 'select account_id from live_stream where expires_at > ?',
  },
  {
    why: 'live lists: visitors who have left',
    file: 'storage/visits/live.ts',
    statement:
      'DELETE FROM live_visitor WHERE (account_id, visitor) IN ( SELECT account_id, visitor FROM live_visitor WHERE expires_at <= ? AND NOT (announced = 1 AND account_id IN (SELECT account_id FROM live_stream WHERE expires_at > ?)) LIMIT ? ) RETURNING visitor',
  },
  {
    why: 'live lists: old events',
    file: 'storage/visits/live-streams.ts',
    statement:
      'DELETE FROM live_event WHERE (account_id, number) IN ( SELECT account_id, number FROM live_event WHERE at < ? LIMIT ? ) RETURNING number',
  },
  {
    why: 'live lists: streams that nobody can resume',
    file: 'storage/visits/live-streams.ts',
    statement: 'delete from live_stream where expires_at < ?',
  },
];

/** What is about the installation. */
const installation: readonly UnscopedStatement[] = [
  {
    why: 'doctor: identities of other issuers',
    file: 'storage/people/identities.ts',
    statement: 'select count(*) as count from identity where issuer <> ?',
  },
  {
    why: 'operator: a list of all accounts',
    file: 'storage/accounts/accounts.ts',
    statement: 'select * from account where account_id > ? order by account_id limit ?',
  },
  {
    why: 'whether there are accounts',
    file: 'storage/accounts/accounts.ts',
    statement: 'select account_id from account limit ?',
  },
  {
    why: 'metrics: the latest activity',
    file: 'storage/accounts/accounts.ts',
    statement: 'select max(last_activity_at) as newest from account',
  },
  {
    why: 'doctor: the highest id',
    file: 'operations/doctor/store.ts',
    statement: 'select max(account_id) as highest from account',
  },
  {
    why: 'sitemap: where the next part begins',
    file: 'storage/page/sitemap.ts',
    statement: 'select account_id from account where account_id > ? order by account_id limit ? offset ?',
  },
  {
    why: 'sitemap: pages of a part',
    file: 'storage/page/sitemap.ts',
    statement:
      'select account_id, username, seo, updated_at from account where account_id > ? and account_id <= ? and is_active = ? and deletes_at is null order by account_id limit ?',
  },
  {
    why: 'backup: counts the rows of a table',
    file: 'storage/dialects/sqlite/saved-file.ts',
    statement: /^SELECT count\(\*\) AS count FROM \w+$/,
  },
  {
    why: 'copy: counts the rows of a table',
    file: 'storage/transfer.ts',
    statement: /^SELECT count\(\*\) AS count FROM \w+ WHERE true$/,
  },
  {
    why: 'copy: whether a table has rows',
    file: 'storage/transfer.ts',
    statement: /^SELECT 1 FROM \w+ LIMIT 1$/,
  },
  {
    why: 'copy: reads a table by its key',
    file: 'storage/transfer.ts',
    statement:
      /^SELECT .* FROM \w+ WHERE (?:true|(?:\([\w, ]+\) (?:>|<=) \(\?\)(?: AND )?)+) ORDER BY [\w, ]+ LIMIT \?$/,
  },
  {
    why: 'copy: clears a table by its key',
    file: 'storage/transfer.ts',
    statement:
      /^DELETE FROM \w+ WHERE (?:true|(?:\([\w, ]+\) (?:>|<=) \(\?\)(?: AND )?)+)(?: AND \([\w, ]+\) IN \(SELECT .*\))?$/,
  },
  {
    why: 'copy: a snapshot of all servers',
    file: 'storage/transfer.ts',
    statement: 'select count(*) as accounts from account',
    isOnCluster: true,
  },
];

export const unscopedStatements: readonly UnscopedStatement[] = [...lookups, ...upkeep, ...installation];
