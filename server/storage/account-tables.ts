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

/** The latest export of an account's data. */
export interface AccountExportRow {
  account_id: number;
  id: number;
  state: 'waiting' | 'running' | 'ready' | 'failed';
  /** Of the parts of the archive. */
  done: number;
  total: number;
  attempts: number;
  bytes: number | null;
  created_at: Micros;
  /** While it is running: until then it belongs to the process that makes it. */
  claimed_until: Micros | null;
  finished_at: Micros | null;
  /** From then on the archive is deleted. */
  expires_at: Micros | null;
}

/** A sign-up whose visitor has not confirmed the address yet. */
export interface UnconfirmedEntryRow {
  account_id: number;
  id: number;
  block_id: number;
  fields: string;
  /** The lower-case e-mail address. */
  subscriber: string;
  /** When the mail was last sent. */
  created_at: Micros;
}
