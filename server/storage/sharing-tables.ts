// Browsers whose visits are not counted, and links to shared statistics.
import type { Micros } from '../../contract/time.ts';

/** The account's personal link for browsers that are not counted. Their cookie has the same token. */
export interface VisitExclusionRow {
  account_id: number;
  token: string;
  /** 1 if browsers that are signed in to the dashboard exclude themselves. */
  dashboard: number;
  created_at: Micros;
}

/** A link that shows the account's statistics, or those of one link, to whoever has it. */
export interface StatisticsShareRow {
  account_id: number;
  id: number;
  name: string;
  /** Null for all statistics of the account. */
  link_id: number | null;
  /** The first characters of the token. */
  hint: string;
  expires_at: Micros | null;
  created_at: Micros;
}
