// JSON lines for machines, readable ones on a terminal. Nothing that could be a secret is ever part of a record.
import { type Logger, pino } from 'pino';

/** What a driver puts beside the message, the values of a row for one, may be a visitor's or a secret. */
function shownError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name, message, stack } = error;
  return { type: name, message, code: (error as NodeJS.ErrnoException).code, stack };
}

export async function createLogger(level: string): Promise<Logger> {
  const options = {
    level,
    base: undefined,
    serializers: { err: shownError },
    timestamp: pino.stdTimeFunctions.isoTime,
    // A guard behind the rule that requests are not logged whole.
    redact: ['req', 'res', 'headers', '*.authorization', '*.cookie'],
  };
  if (!process.stdout.isTTY) return pino(options, pino.destination({ fd: 1, sync: false }));
  const { default: pretty } = await import('pino-pretty');
  return pino(options, pretty({ colorize: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }));
}
