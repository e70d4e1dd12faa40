// The columns of the tables that visitors write: the visit queue, the live list, and limits. On SQLite they are in the file
// of the visit queue, which gets what it lacks when it is opened; on PostgreSQL they are part of the first schema.

/** By table; `text` is how the engine spells text that is sorted by code point. */
export const queueTables = (text: string): Record<string, string> => ({
  visit_batch: `
    lane bigint NOT NULL, at bigint NOT NULL, writer ${text} NOT NULL, seq bigint NOT NULL, count bigint NOT NULL,
    events ${text} NOT NULL, CONSTRAINT visit_batch_key PRIMARY KEY (lane, at, writer, seq)`,
  live_visitor: `
    account_id bigint NOT NULL, visitor ${text} NOT NULL, ip ${text} NOT NULL, country ${text} NOT NULL,
    city ${text} NOT NULL, os ${text} NOT NULL, browser ${text} NOT NULL, last_activity_at bigint NOT NULL,
    expires_at bigint NOT NULL, announced bigint NOT NULL DEFAULT 0,
    CONSTRAINT live_visitor_key PRIMARY KEY (account_id, visitor)`,
  live_stream: `
    account_id bigint NOT NULL, since bigint NOT NULL, expires_at bigint NOT NULL, last_number bigint NOT NULL,
    CONSTRAINT live_stream_key PRIMARY KEY (account_id)`,
  live_event: `
    account_id bigint NOT NULL, number bigint NOT NULL, at bigint NOT NULL, events ${text} NOT NULL,
    CONSTRAINT live_event_key PRIMARY KEY (account_id, number)`,
});

/** A crash of the database may lose them, so that no commit has to wait for the disk. */
export const limitTables = (text: string): Record<string, string> => ({
  rate_window: `
    name ${text} NOT NULL, id bigint NOT NULL, ends bigint NOT NULL, used bigint NOT NULL,
    CONSTRAINT rate_window_key PRIMARY KEY (name, id)`,
  attempt: `
    key ${text} NOT NULL, failures bigint NOT NULL, last bigint NOT NULL, until bigint NOT NULL,
    CONSTRAINT attempt_key PRIMARY KEY (key)`,
  serving_process: `
    id ${text} NOT NULL, until bigint NOT NULL, shares bigint NOT NULL,
    CONSTRAINT serving_process_key PRIMARY KEY (id)`,
});
