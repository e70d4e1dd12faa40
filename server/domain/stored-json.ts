/** JSON as it was stored; undefined where there is none, or where it is none. */
export function storedJson(json: string | null): unknown {
  if (json === null) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
