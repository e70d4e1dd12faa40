// Those who are here, of very many who come and go. A Set would do, were it not for what it costs: each time it has outgrown
// its table, the former one points to the next, so that a single table that has grown old keeps all that follow it, and
// with them everybody who has left since, until all garbage is collected.
import type { ServerResponse } from 'node:http';

export interface ActiveList<Member> {
  /** What it gives back is called once, when the member leaves. */
  enter(member: Member): () => void;
  present(): Member[];
  size(): number;
}

export function createActiveList<Member>(): ActiveList<Member> {
  const entries: { member: Member; place: number }[] = [];
  return {
    enter(member) {
      const entry = { member, place: entries.length };
      entries.push(entry);
      return () => {
        const last = entries.pop()!;
        if (last === entry) return;
        entries[entry.place] = last;
        last.place = entry.place;
      };
    },
    present: () => entries.map(({ member }) => member),
    size: () => entries.length,
  };
}

/** Calls `leave` when the response closes. A response that is closed already emits no further event, so it is called at once. */
export function onceClosed(response: ServerResponse, leave: () => void): void {
  if (response.closed) leave();
  else response.once('close', leave);
}
