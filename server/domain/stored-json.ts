/** Parses stored JSON; undefined if it is null or not valid. */
export function storedJson(json: string | null): unknown {
  if (json === null) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
