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
}

/** The mails about new entries of a form. */
export interface FormNoticeRow {
  account_id: number;
  block_id: number;
  /** Entries up to this id need no further mail. */
  entries_after: number;
  /** When the next mail is due; null if there is nothing to send. */
  due_at: Micros | null;
  /** When the last one was due and asked for. */
  sent_at: Micros | null;
}

/** The latest export of an account's data. */
export interface AccountExportRow {
  account_id: number;
  id: number;
  state: 'waiting' | 'running' | 'ready' | 'failed';
  /** Of the parts of the archive. */
  done: number;
  total: number;
  bytes: number | null;
  created_at: Micros;
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
