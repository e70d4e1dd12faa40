// JSON lines for machines, readable ones on a terminal. Nothing that could be a secret is ever part of a record.
import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

export function createLogger(level: string): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    // A guard behind the rule that requests are not logged whole.
    redact: ['req', 'res', 'headers', '*.authorization', '*.cookie'],
  };
  if (!process.stdout.isTTY) return pino(options, pino.destination({ fd: 1, sync: false }));
  return pino(options, pretty({ colorize: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }));
}
