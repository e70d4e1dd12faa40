// Logs JSON lines, or readable text on a terminal. Secrets are never logged.
import { type Logger, pino } from 'pino';

/** Drops everything but the message: drivers attach details such as row values, which can be personal data or secrets. */
function shownError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name, message, stack } = error;
  return { type: name, message, code: (error as NodeJS.ErrnoException).code, stack };
}

/** `worker` is in every line, if there are several. */
export async function createLogger(level: string, worker?: number): Promise<Logger> {
  const options = {
    level,
    base: worker === undefined ? undefined : { worker },
    serializers: { err: shownError },
    timestamp: pino.stdTimeFunctions.isoTime,
    // A second safeguard: requests are never logged whole.
    redact: ['req', 'res', 'headers', '*.authorization', '*.cookie'],
  };
  if (!process.stdout.isTTY) return pino(options, pino.destination({ fd: 1, sync: false }));
  const { default: pretty } = await import('pino-pretty');
  return pino(options, pretty({ colorize: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }));
}
