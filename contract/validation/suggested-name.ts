// Suggests a known name for an unknown one: the same name in another spelling or one level deeper, what other APIs call
// it, or the nearest spelling.
import { MAX_LENGTH, nearestName, plain } from './nearest-name.ts';
import { synonymsOf } from './synonyms.ts';

/** `known` are names in the object, and in objects in it, as `content.caption`. */
export function suggestedName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const typed = plain(name);
  for (const wanted of [typed, ...synonymsOf(typed)]) {
    const found = known.find((candidate) => plain(lastOf(candidate)) === plain(wanted));
    if (found !== undefined) return found;
  }
  return nearestName(
    name,
    known.filter((candidate) => !candidate.includes('.')),
  );
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** `items.1.caption` and `items[1][caption]` as a name are what forms make of nested fields: the known name of the outer one. */
export function flattenedIn(name: string, known: readonly string[]): string | undefined {
  const [outer] = /^[^.[\]]+(?=[.[])/.exec(name.slice(0, MAX_LENGTH)) ?? [];
  return known.find((candidate) => candidate === outer);
}
