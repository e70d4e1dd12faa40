// A list of active objects, for constant adding and removing. A Set would leak memory until a full garbage collection:
// each time it grows, its old hash table points to the new one, so one table in the old generation keeps all later
// tables alive, with every member that was removed since.
import type { ServerResponse } from 'node:http';

export interface ActiveList<Member> {
  /** Returns a function that removes the member. Call it once. */
  enter(member: Member): () => void;
  present(): Member[];
  size(): number;
}

export function createActiveList<Member>(): ActiveList<Member> {
  const entries: { member: Member; index: number }[] = [];
  return {
    enter(member) {
      const entry = { member, index: entries.length };
      entries.push(entry);
      return () => {
        const last = entries.pop()!;
        if (last === entry) return;
        entries[entry.index] = last;
        last.index = entry.index;
      };
    },
    present: () => entries.map(({ member }) => member),
    size: () => entries.length,
  };
}

/** Calls `leave` when the response closes, or at once if it is closed already and emits no further event. */
export function onceClosed(response: ServerResponse, leave: () => void): void {
  if (response.closed) leave();
  else response.once('close', leave);
}
