// Hears of other processes' changes, comes back by itself when the connection is lost, and says when it is deaf.
import pg from 'pg';
import type { Change } from '../../changes.ts';
import type { ChangeNews } from '../dialect.ts';

export const CHANNEL = 'fingerpost_change';
const RETRY_MS = 500;
const HEARTBEAT_MS = 2000;
const ANSWER_MS = 2000;

export async function listen(
  url: string,
  origin: string,
  hear: (news: ChangeNews) => void,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    fresh.on('notification', ({ payload }) => {
      const change = parse(payload ?? '', origin);
      if (change) hear(change);
    });
    fresh.on('error', () => lose(fresh));
    fresh.on('end', () => lose(fresh));
    client = fresh;
    try {
      await fresh.connect();
      await fresh.query(`LISTEN ${CHANNEL}`);
      hear('anything');
      later(() => beat(fresh), HEARTBEAT_MS);
    } catch {
      lose(fresh);
    }
  }

  // A connection that is cut without a word would otherwise leave us deaf and unaware of it.
  async function beat(current: pg.Client): Promise<void> {
    try {
      await current.query('SELECT 1');
      later(() => beat(current), HEARTBEAT_MS);
    } catch {
      lose(current);
    }
  }

  function lose(lost: pg.Client): void {
    if (stopped || client !== lost) return;
    client = undefined;
    lost.end().catch(() => {});
    hear('deaf');
    later(connect, RETRY_MS);
  }

  function later(work: () => Promise<void>, delay: number): void {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(work, delay).unref();
  }

  await connect();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await client?.end().catch(() => {});
  };
}

function parse(payload: string, origin: string): Change | undefined {
  const [from, topic, ids] = payload.split(' ');
  if (from === origin || (topic !== 'account' && topic !== 'visits')) return undefined;
  return { topic, accountIds: (ids ?? '').split(',').map(Number) };
}
