import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { SchemaForms } from '../dialects/dialect.ts';
import type { Tables } from '../tables.ts';

export async function first(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  await forms.createIdSequence(db);
  await authTables(db, forms);
  await lookupTables(db, forms);
  await accountTables(db, forms);
  await visitTables(db, forms);
}

/** better-auth's own names and types. The account's id is its user's id. */
async function authTables(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  const own = <T extends string>(name: T) =>
    db.schema.createTable(name).addColumn('id', forms.authId, (column) => column.primaryKey().notNull());
  const dated = <T extends string, C extends string>(table: CreateTableBuilder<T, C>) =>
    table
      .addColumn('createdAt', forms.authInstant, (column) => column.notNull())
      .addColumn('updatedAt', forms.authInstant, (column) => column.notNull());
  const ofUser = <T extends string, C extends string>(table: CreateTableBuilder<T, C>) =>
    table.addColumn('userId', 'bigint', (column) => column.notNull().references('auth_user.id').onDelete('cascade'));

  await dated(
    own('auth_user')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull().unique())
      .addColumn('emailVerified', forms.authFlag, (column) => column.notNull())
      .addColumn('image', 'text'),
  ).execute();

  await ofUser(
    dated(
      own('auth_session')
        .addColumn('expiresAt', forms.authInstant, (column) => column.notNull())
        .addColumn('token', 'text', (column) => column.notNull().unique())
        .addColumn('ipAddress', 'text')
        .addColumn('userAgent', 'text'),
    ),
  ).execute();

  await ofUser(
    dated(
      own('auth_account')
        .addColumn('accountId', 'text', (column) => column.notNull())
        .addColumn('providerId', 'text', (column) => column.notNull())
        .addColumn('accessToken', 'text')
        .addColumn('refreshToken', 'text')
        .addColumn('idToken', 'text')
        .addColumn('accessTokenExpiresAt', forms.authInstant)
        .addColumn('refreshTokenExpiresAt', forms.authInstant)
        .addColumn('scope', 'text')
        .addColumn('password', 'text'),
    ),
  ).execute();

  await dated(
    own('auth_verification')
      .addColumn('identifier', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('expiresAt', forms.authInstant, (column) => column.notNull()),
  ).execute();

  await db.schema.createIndex('auth_session_userId_idx').on('auth_session').column('userId').execute();
  await db.schema.createIndex('auth_account_userId_idx').on('auth_account').column('userId').execute();
  await db.schema
    .createIndex('auth_verification_identifier_idx')
    .on('auth_verification')
    .column('identifier')
    .execute();
}

async function lookupTables(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  await forms
    .clustered(
      db.schema
        .createTable('username')
        .addColumn('username', forms.text, (column) => column.primaryKey().notNull())
        .addColumn('account_id', 'bigint', (column) => column.notNull())
        .addColumn('former', 'integer', (column) => column.notNull()),
    )
    .execute();
  await db.schema.createIndex('username_account').on('username').column('account_id').execute();

  await forms
    .clustered(
      db.schema
        .createTable('api_key_lookup')
        .addColumn('key_hash', forms.text, (column) => column.primaryKey().notNull())
        .addColumn('account_id', 'bigint', (column) => column.notNull())
        .addColumn('key_id', 'bigint', (column) => column.notNull()),
    )
    .execute();
  await db.schema.createIndex('api_key_lookup_account').on('api_key_lookup').column('account_id').execute();
}

type Columns = Record<string, 'integer' | 'text' | 'integer?' | 'text?'>;

/** A table that an account owns: account_id comes first in the primary key and in every index. */
async function owned(
  db: Kysely<Tables>,
  forms: SchemaForms,
  name: string,
  key: string[],
  columns: Columns,
  indexes: Record<string, { columns: string[]; unique?: true }> = {},
): Promise<void> {
  let table: CreateTableBuilder<string, string> = db.schema
    .createTable(name)
    .addColumn('account_id', 'bigint', (column) => column.notNull());
  for (const [column, type] of Object.entries(columns)) {
    const nullable = type.endsWith('?');
    table = table.addColumn(column, type.startsWith('integer') ? 'bigint' : forms.text, (definition) =>
      nullable ? definition : definition.notNull(),
    );
  }
  const primaryKey = table.addPrimaryKeyConstraint(`${name}_key`, ['account_id', ...key]);
  await forms.clustered(primaryKey).execute();

  for (const [index, { columns: indexed, unique }] of Object.entries(indexes)) {
    const builder = db.schema
      .createIndex(`${name}_${index}`)
      .on(name)
      .columns(['account_id', ...indexed]);
    await (unique ? builder.unique() : builder).execute();
  }
}

async function accountTables(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  const dated = { created_at: 'integer', updated_at: 'integer' } as const;

  await owned(db, forms, 'account', [], {
    username: 'text',
    name: 'text',
    bio: 'text',
    avatar: 'text?',
    is_active: 'integer',
    suspension_reason: 'text?',
    seo: 'text',
    social: 'text',
    customize: 'text',
    background: 'text',
    plan: 'text',
    plan_duration: 'text',
    plan_since: 'integer',
    last_activity_at: 'integer',
    last_agent: 'text',
    last_country: 'text',
    login_count: 'integer',
    ...dated,
  });

  await owned(db, forms, 'api_key', ['id'], {
    id: 'integer',
    name: 'text',
    scope: 'text',
    hint: 'text',
    expires_at: 'integer?',
    last_used_at: 'integer?',
    revoked_at: 'integer?',
    created_at: 'integer',
  });

  await owned(
    db,
    forms,
    'block',
    ['id'],
    {
      id: 'integer',
      block: 'text',
      name: 'text?',
      subheading: 'text?',
      content: 'text?',
      settings: 'text?',
      position: 'integer',
      ...dated,
    },
    { order: { columns: ['position', 'id'] } },
  );

  await owned(
    db,
    forms,
    'block_item',
    ['id'],
    {
      id: 'integer',
      block_id: 'integer',
      list_order: 'integer',
      thumbnail: 'text?',
      is_element: 'integer',
      element: 'text?',
      link: 'text?',
      content: 'text',
      settings: 'text?',
      position: 'integer',
      ...dated,
    },
    { order: { columns: ['block_id', 'list_order', 'id'] } },
  );

  await owned(
    db,
    forms,
    'link',
    ['id'],
    { id: 'integer', slug: 'text', url: 'text', deleted_at: 'integer?' },
    { slug: { columns: ['slug'], unique: true } },
  );

  await owned(db, forms, 'pixel', ['id'], {
    id: 'integer',
    name: 'text',
    status: 'integer',
    pixel_id: 'text',
    pixel_type: 'text',
    ...dated,
  });

  await owned(
    db,
    forms,
    'plan_record',
    ['id'],
    {
      id: 'integer',
      name: 'text',
      plan: 'text',
      plan_name: 'text',
      duration: 'text',
      email: 'text',
      ref: 'text',
      currency: 'text',
      price_minor: 'integer',
      gateway: 'text',
      created_at: 'integer',
      updated_at: 'integer?',
    },
    { newest: { columns: ['created_at', 'id'] } },
  );

  await owned(
    db,
    forms,
    'activity',
    ['id'],
    { id: 'integer', type: 'text', message: 'text', ip: 'text', os: 'text', browser: 'text', ...dated },
    { newest: { columns: ['created_at', 'id'] }, type: { columns: ['type', 'created_at', 'id'] } },
  );

  await owned(
    db,
    forms,
    'idempotency',
    ['key'],
    { key: 'text', fingerprint: 'text', answer: 'text', created_at: 'integer' },
    { age: { columns: ['created_at'] } },
  );
}

async function visitTables(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  const place = { country: 'text', city: 'text', os: 'text', browser: 'text' } as const;
  const counts = { dimension: 'text', key: 'text', visits: 'integer', uniques: 'integer' } as const;

  await owned(db, forms, 'visit_journal', ['id'], {
    id: 'text',
    at: 'integer',
    target_id: 'integer',
    visitor: 'text',
    ...place,
  });
  await owned(db, forms, 'visit_seen', ['day', 'target_id', 'visitor'], {
    day: 'text',
    target_id: 'integer',
    visitor: 'text',
  });
  await db.schema
    .alterTable('visit_seen')
    .addColumn('source', forms.text, (column) => column.notNull().defaultTo(''))
    .execute();
  // The condition is in the index as well: SQLite would otherwise read the table, by its primary key.
  await sql`CREATE INDEX visit_seen_source ON visit_seen (account_id, day, (source <> '')) WHERE source <> ''`.execute(
    db,
  );
  await owned(db, forms, 'visit_total', ['target_id', 'dimension', 'key'], { target_id: 'integer', ...counts });
  await owned(db, forms, 'visit_rollup', ['target_id', 'bucket', 'dimension', 'key'], {
    target_id: 'integer',
    bucket: 'integer',
    ...counts,
  });
  await owned(db, forms, 'live_visitor', ['visitor'], {
    visitor: 'text',
    ip: 'text',
    ...place,
    last_activity_at: 'integer',
    expires_at: 'integer',
  });

  await db.schema
    .createTable('visit_salt')
    .addColumn('day', forms.text, (column) => column.primaryKey().notNull())
    .addColumn('salt', forms.text, (column) => column.notNull())
    .execute();
}
