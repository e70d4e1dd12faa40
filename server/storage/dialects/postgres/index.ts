// PostgreSQL: a connection pool, and one extra connection that listens for changes.
import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { partitionsOfShards, plainPartitions } from '../../partitions.ts';
import type { Tables } from '../../tables.ts';
import type { Dialect, DialectOptions, JsonColumns, SchemaForms } from '../dialect.ts';
import { measured } from '../observation.ts';
import { limitTables, queueTables } from '../queue-tables.ts';
import { distributeTable, isServerLost, readCluster, readServers, useOneConnectionPerServer } from './cluster.ts';
import { examineServer } from './examination.ts';
import { CHANNEL, listen } from './listener.ts';
import { createSockets } from './sockets.ts';
import { readTableShapes } from './table-shapes.ts';

const INT8 = 20;
const NUMERIC = 1700;
const POOL_SIZE = 10;
/** For the visit queue alone, so that visitors never wait for a free connection behind other requests. */
const QUEUE_POOL_SIZE = 2;
const CONNECT_TIMEOUT_MS = 3000;
const STATEMENT_TIMEOUT_MS = 30_000;
const SILENT_SOCKET_MS = 5000;
/** A notification carries at most 8,000 bytes. */
const IDS_PER_NOTICE = 400;

/** Starting workers and compiling take longer than our statements do, and take processors away from others. */
const SHORT_STATEMENTS = 'SET max_parallel_workers_per_gather = 0; SET jit = off';

const savingServer =
  'Back up the database with PostgreSQL\'s own tools: pg_dump --format=custom --file=fingerpost.dump "$DATABASE_URL"; restore it with pg_restore --clean --if-exists --dbname="$DATABASE_URL" fingerpost.dump.';
const savingCluster =
  'The database is a Citus cluster, and pg_dump of its coordinator does not have the accounts. Copy it to a single database with fingerpost copy --from "$DATABASE_URL" --to NEW_DATABASE, or archive the WAL of every server; docs/scaling.md has the steps.';

export function openPostgres(url: string, { isPatient, observe }: DialectOptions): Dialect {
  const origin = randomBytes(6).toString('hex');
  // The server's statement timeout does not help if the network goes silent.
  const sockets = createSockets(isPatient ? undefined : STATEMENT_TIMEOUT_MS + SILENT_SOCKET_MS);
  const open = (size: number) => {
    const pool = new pg.Pool({
      connectionString: url,
      max: size,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...(isPatient ? {} : { statement_timeout: STATEMENT_TIMEOUT_MS }),
      keepAlive: true,
      stream: sockets.open,
      types: { getTypeParser },
      // If it fails, so does the statement that the connection is for.
      onConnect: (client) => client.query(SHORT_STATEMENTS).catch(() => {}),
    });
    // A broken connection fails its query and is replaced for the next one. Without these listeners, an error event of an
    // idle connection or of one in a transaction would end the process.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...measured(observe) });
  };
  const [db, queue] = [open(POOL_SIZE), open(QUEUE_POOL_SIZE)];
  let partitions = plainPartitions;
  const isDistributed = () => partitions !== plainPartitions;

  return {
    name: 'postgres',
    folder: undefined,
    read: db,
    write: db,
    record: db,
    // The server syncs each commit before it answers.
    async flush() {},
    queue,
    get partitions() {
      return partitions;
    },
    useShards(shards) {
      partitions = shards === undefined ? plainPartitions : partitionsOfShards(shards);
    },
    get isDistributed() {
      return isDistributed();
    },
    // A single server finds rows by their whole key. The condition could mislead its planner.
    ofAccounts(column, accountIds) {
      if (!isDistributed()) return sql`true`;
      return sql`${sql.ref(column)} = ANY (${[...new Set(accountIds)]}::bigint[])`;
    },
    cluster: () => readCluster(db),
    clusterServers: () => readServers(db),
    distributeTable: (table, placement, options) => distributeTable(db, table, placement, options),
    enqueue: (work) => work(queue),
    forms,
    now: sql<number>`(extract(epoch FROM statement_timestamp()) * 1000000)::bigint`,

    async allocateIds(tx, count) {
      const { rows } = await sql<{ id: number }>`
        SELECT nextval('entity_id') AS id FROM generate_series(1, ${count})`.execute(tx);
      return rows.map((row) => row.id).sort((a, b) => a - b);
    },

    jsonRows: (rows, columns) => jsonSource(JSON.stringify(rows), columns),
    // Transactions do not block other writers, so rows are sent only when they are written.
    async stageRows(parts, columns) {
      return { sources: parts.map((part) => jsonSource(part, columns)), release: async () => {} };
    },

    tableShapes: readTableShapes,
    async identity() {
      const { rows } = await sql<{ identity: string }>`
        SELECT concat('database ', oid, ' since ', extract(epoch FROM pg_postmaster_start_time())) AS identity
        FROM pg_database WHERE datname = current_database()`.execute(db);
      return rows[0]!.identity;
    },

    async tryLock(tx, name) {
      const { rows } = await sql<{ taken: boolean }>`
        SELECT pg_try_advisory_xact_lock(hashtext(${`fingerpost:${name}`})) AS taken`.execute(tx);
      return rows[0]!.taken;
    },

    async lock(tx, name) {
      await sql`SELECT pg_advisory_xact_lock(hashtext(${`fingerpost:${name}`}))`.execute(tx);
    },

    skippingLocked: sql`FOR UPDATE SKIP LOCKED`,

    // VACUUM removes deleted rows, and the server recycles its own WAL.
    async erasing() {},
    async erasingQueue() {},
    async clearLog() {},

    async announce(tx, { topic, accountIds }) {
      for (let start = 0; start < accountIds.length; start += IDS_PER_NOTICE) {
        const payload = `${origin} ${topic} ${accountIds.slice(start, start + IDS_PER_NOTICE).join(',')}`;
        await sql`SELECT pg_notify(${CHANNEL}, ${payload})`.execute(tx);
      }
    },
    finishAggregation: (_accountIds, remove) => remove(db),
    watch: (report) => listen({ url, origin, report, sockets }),

    async lastId(executor) {
      const { rows } = await sql<{ last: number }>`
        SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM entity_id`.execute(executor);
      return rows[0]!.last;
    },
    async setLastId(tx, last) {
      await sql`SELECT setval('entity_id', ${Math.max(last, 1)}, ${last > 0})`.execute(tx);
    },
    snapshot: (work) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (tx) => {
          if (isDistributed()) await useOneConnectionPerServer(tx);
          return work(tx);
        }),
    saveTo: undefined,
    savingAdvice: async () => ((await readCluster(db))?.shards === undefined ? savingServer : savingCluster),
    examine: () => examineServer(db),

    isDuplicate: (error) => errorCode(error) === '23505',
    isUnavailable,
    async close() {
      await Promise.all([db.destroy(), queue.destroy()]);
      // Without this, the process would wait for a server that no longer answers.
      sockets.destroyAll();
    },
  };
}

function jsonSource(text: string, columns: JsonColumns): RawBuilder<unknown> {
  const picked = Object.entries(columns).map(([name, type], index) => {
    return sql`(value ->> ${sql.lit(index)})${type === 'integer' ? sql`::bigint` : sql``} AS ${sql.ref(name)}`;
  });
  return sql`(SELECT ${sql.join(picked)} FROM jsonb_array_elements(${text}::jsonb) AS rows (value))`;
}

const TEXT = 'text COLLATE "C"';
const forms: SchemaForms = {
  text: sql.raw(TEXT),
  clustered: sql``,
  idSequence: [sql`CREATE SEQUENCE entity_id AS bigint MAXVALUE ${sql.lit(Number.MAX_SAFE_INTEGER)}`],
  // Transactions do not block other writers, so the tables need no database of their own.
  queueTables: [
    ...Object.entries(queueTables(TEXT)).map(([name, columns]) => sql.raw(`CREATE TABLE ${name} (${columns})`)),
    ...Object.entries(limitTables(TEXT)).map(([name, columns]) =>
      sql.raw(`CREATE UNLOGGED TABLE ${name} (${columns})`),
    ),
  ],
  uncompressed: (table, column) => [
    sql`ALTER TABLE ${sql.table(table)} ALTER COLUMN ${sql.ref(column)} SET STORAGE EXTERNAL`,
  ],
};

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8 || oid === NUMERIC) return Number;
  return pg.types.getTypeParser(oid, format as 'text');
}

function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

function isUnavailable(error: unknown): boolean {
  const code = errorCode(error);
  // 08 connection, 53 resources (disk full, too many connections), 57 operator intervention, 40 serialization failure.
  if (/^(08|53|57|40)...$/.test(code) || code === '25006') return true;
  if (/^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)/.test(code)) return true;
  const message = error instanceof Error ? error.message : '';
  return (
    /connection terminated|timeout exceeded when trying to connect|not queryable/i.test(message) ||
    isServerLost(message)
  );
}
