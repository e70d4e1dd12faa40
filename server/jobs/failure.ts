// A failure in words that may be stored and logged: whatever the job was about, and whatever lets somebody in, is left out.

const MAX_LENGTH = 300;
const MAX_FRAMES = 8;

const hidden: readonly [RegExp, string][] = [
  [/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '[address]'],
  [/[^\s<>()[\]{}"',;:]+@[^\s<>()[\]{}"',;:]+/g, '[address]'],
  [/[\w-]{20,}(?:\.[\w-]{10,})*/g, '[hidden]'],
];

export function describeFailure(error: unknown): string {
  const { name = 'Error', code, message = '' } = (error ?? {}) as Partial<Error> & { code?: unknown };
  let text = String(message)
    .split('\n')[0]!
    .slice(0, 4 * MAX_LENGTH);
  for (const [pattern, word] of hidden) text = text.replace(pattern, word);
  const label = typeof code === 'string' || typeof code === 'number' ? `${name} ${code}` : name;
  return `${label}: ${text}`.slice(0, MAX_LENGTH);
}

/** Where it happened, without its message. */
export function framesOf(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim());
}
