/** A flag as better-auth's tables have it. */
export function isSet(flag: unknown): boolean {
  return flag === true || flag === 1;
}
