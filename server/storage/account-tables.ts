// Settings of an account, what it is to be told by mail, and exports of its data.
import type { Micros } from '../../contract/time.ts';

/** Accounts without a row have the defaults. */
export interface AccountSettingsRow {
  account_id: number;
  /** An IANA name; null if none was chosen. */
  timezone: string | null;
  /** Of dashboard and mails; null if none was chosen. */
  language: string | null;
  weekly_summary: number;
  form_entries: number;
  /** When the next weekly summary is due; null if it is off. */
  summary_at: Micros | null;
  /** A process is sending it, or will not try again before. */
  summary_claimed_until: Micros | null;
}

/** The mail about new entries of a form. */
export interface FormNoticeRow {
  account_id: number;
  block_id: number;
  /** Entries up to this id need no mail. */
  entries_after: number;
  /** Null if there is nothing to send. */
  due_at: Micros | null;
  sent_at: Micros | null;
  /** A process is sending it, or will not try again before. */
  claimed_until: Micros | null;
}
