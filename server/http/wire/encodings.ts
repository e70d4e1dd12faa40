// Which encoding a client gets: the one it likes best of those there are, and of equals the smallest. What a browser
// sends hardly ever differs, so what was made of a header is kept.

export type Encoding = 'br' | 'gzip' | 'identity';

const MAX_KEPT = 500;
const bySize: Encoding[] = ['br', 'gzip', 'identity'];
const kept = new Map<string, readonly Encoding[]>();

/** What the client takes, the best first. Never empty: who refuses everything gets the plain one all the same. */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  const text = header ?? '';
  const known = kept.get(text);
  if (known) return known;
  const accepted = read(text);
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(text, accepted);
  return accepted;
}

function read(header: string): readonly Encoding[] {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '');
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const others = weights.get('*') ?? 0;
  // The plain one is taken unless it is refused, and least of all where it is not named.
  const plain = weights.get('identity') ?? (weights.has('*') ? others : 0.001);
  const weightOf = (encoding: Encoding) => (encoding === 'identity' ? plain : (weights.get(encoding) ?? others));
  const accepted = bySize.filter((encoding) => weightOf(encoding) > 0);
  return accepted.length > 0 ? accepted.sort((a, b) => weightOf(b) - weightOf(a)) : ['identity'];
}
