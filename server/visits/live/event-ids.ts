// The id of a message in a live stream: the start of the stream, the number of the row in `live_event`, and the
// position in that row unless it is the last. So it means the same in every process.

export interface EventId {
  since: number;
  number: number;
  /** How many messages of that row were sent. Undefined for all of them. */
  sent: number | undefined;
}

export function formatEventId({ since, number, sent }: EventId): string {
  return sent === undefined ? `${since}-${number}` : `${since}-${number}-${sent}`;
}

/** Undefined for what is not an id of ours: the client then gets a snapshot. */
export function parseEventId(text: string | undefined): EventId | undefined {
  const parts = /^(\d{1,16})-(\d{1,16})(?:-(\d{1,9}))?$/.exec(text ?? '');
  if (!parts) return undefined;
  const [since, number, sent] = parts.slice(1).map((part) => (part === undefined ? undefined : Number(part)));
  return { since: since!, number: number!, sent };
}
