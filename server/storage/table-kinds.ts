// What kind of table each one is: who owns its rows, and what an installation consists of.

/**
 * Owned tables can be distributed by account: their primary key and every index start with account_id. Lookup tables
 * contain what must be unique across accounts. Those of sign-in belong to a person. The others belong to the installation, are limits of all processes, or are
 * the visit queue. A test checks this for every table.
 */
export const tableKinds = {
  owned: [
    'account',
    'api_key',
    'block',
    'block_item',
    'link',
    'link_former_slug',
    'pixel',
    'form_entry',
    'form_notice',
    'unconfirmed_entry',
    'account_settings',
    'account_export',
    'upload',
    'page_import',
    'trash',
    'page_version',
    'plan_record',
    'activity',
    'idempotency',
    'visit_seen',
    'visit_fresh',
    'visit_event',
    'visit_event_count',
    'visit_segment',
    'page_edition',
    'visit_total',
    'visit_period',
    'visit_exclusion',
    'statistics_share',
  ],
  lookup: [
    'username',
    'api_key_lookup',
    'account_token',
    'visit_exclusion_lookup',
    'statistics_share_lookup',
    'invitation',
  ],
  /** Of a person. Signing in writes nothing else, and on a cluster they are on the coordinator. */
  signIn: ['person', 'credential', 'session', 'one_time_token', 'identity', 'passkey'],
  installation: [
    'visit_salt',
    'visit_folded',
    'changed_counts',
    'live_stream',
    'live_event',
    'lease',
    'job',
    'installation',
    'id_sequence',
    'schema_migration',
    'schema_migration_lock',
  ],
  /** A crash of the database may lose them. They never change together with other tables. */
  limits: ['rate_window', 'attempt', 'serving_process'],
  /** Written by visitors. On SQLite it has its own file, so that visitors do not wait for other writes. */
  queue: ['visit_batch', 'live_visitor'],
} as const;

/**
 * The tables that make up an installation, ordered so that rows refer only to earlier tables. The other tables are
 * internal to each database.
 */
export const contentTables = [
  'installation',
  'visit_salt',
  'visit_folded',
  'job',
  ...tableKinds.queue,
  ...tableKinds.lookup,
  ...tableKinds.signIn,
  ...tableKinds.owned,
] as const;

/**
 * Visits are added here only together with changes to `visit_fresh` and `visit_total`, which are much smaller. Within
 * these tables, visits may move without a change elsewhere.
 */
export const companionTables: readonly string[] = [
  'visit_seen',
  'visit_period',
  'visit_event',
  'visit_event_count',
  'visit_segment',
];
