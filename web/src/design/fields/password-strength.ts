// How hard a password is to guess, as far as a browser can tell without a dictionary: length first. The service holds
// it against a list of common ones as well, and says so beside the field.

export type Strength = 'short' | 'weak' | 'fair' | 'strong';

const FAIR = 12;
const STRONG = 16;
const obvious = /^(?:password|passwort|letmein|welcome|qwerty|qwertz|azerty|iloveyou|admin|fingerpost)/i;

/** `own` is what others know of the person: an address or a username. */
export function strengthOf(password: string, min: number, own: readonly string[] = []): Strength {
  const length = [...password].length;
  if (length < min) return 'short';
  const distinct = new Set(password.toLowerCase()).size;
  const isGuessable = obvious.test(password) || isSequence(password) || own.some((part) => holds(password, part));
  if (distinct < 5 || isGuessable) return 'weak';
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const worth = length + kinds;
  if (worth >= STRONG + 2) return 'strong';
  return worth >= FAIR + 1 ? 'fair' : 'weak';
}

function holds(password: string, part: string): boolean {
  return part.length > 3 && password.toLowerCase().includes(part.toLowerCase());
}

/** Such as 1234567890 or abcdefghij. */
function isSequence(password: string): boolean {
  const steps = [...password].slice(1).map((letter, index) => letter.codePointAt(0)! - password.codePointAt(index)!);
  return steps.filter((step) => Math.abs(step) <= 1).length >= steps.length * 0.8;
}
