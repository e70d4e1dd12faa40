// Content negotiation: the encoding that the client prefers, and the smallest of equally preferred ones. Browsers send
// few different headers, so parsed headers are cached.

export type Encoding = 'br' | 'gzip' | 'identity';

const MAX_CACHED = 500;
const bySize: Encoding[] = ['br', 'gzip', 'identity'];
const cache = new Map<string, readonly Encoding[]>();

/** The accepted encodings, best first. Never empty: a client that refuses all of them gets `identity`. */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  const text = header ?? '';
  const cached = cache.get(text);
  if (cached) return cached;
  const accepted = parse(text);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(text, accepted);
  return accepted;
}

function parse(header: string): readonly Encoding[] {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '');
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const others = weights.get('*') ?? 0;
  // `identity` is accepted unless it is refused. If it is not named, it comes last.
  const plain = weights.get('identity') ?? (weights.has('*') ? others : 0.001);
  const weightOf = (encoding: Encoding) => (encoding === 'identity' ? plain : (weights.get(encoding) ?? others));
  const accepted = bySize.filter((encoding) => weightOf(encoding) > 0);
  return accepted.length > 0 ? accepted.sort((a, b) => weightOf(b) - weightOf(a)) : ['identity'];
}
