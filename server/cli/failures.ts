// The failures of a command: as text, as JSON and as an exit code.
import { ApiError, type ErrorBody, type ErrorCode } from '../../contract/errors.ts';
import { ConfigError } from '../config.ts';
import { UnusableSchema } from '../storage/unusable-schema.ts';

export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  refused: 4,
  noDatabase: 66,
  unavailable: 69,
  configuration: 78,
} as const;

export const exitCodeMeanings: Record<keyof typeof exitCodes, string> = {
  done: 'done',
  failed: 'failed: the message says why',
  usage: 'usage: no such command, option or number of arguments',
  notFound: 'not found: no such account, key or job',
  refused: 'refused: a value is not valid or is taken, a deletion was not confirmed, or a target is not empty',
  noDatabase: 'no database: not found at DATABASE_URL or in DATA_DIR; only serve and migrate create one',
  unavailable: 'unavailable: the database cannot be reached or opened, or is too busy; or Node is missing',
  configuration:
    'configuration: a setting is not valid, or the database schema is newer or older than this version, or of an unreleased one',
};

const exitCodeOf: Partial<Record<ErrorCode, number>> = {
  malformed: exitCodes.usage,
  not_found: exitCodes.notFound,
  invalid: exitCodes.refused,
  forbidden: exitCodes.refused,
  unavailable: exitCodes.unavailable,
};

export interface Failure {
  exitCode: number;
  /** The text output, one mistake per line. */
  lines: string[];
  body: ErrorBody;
}

/** There is no database where the settings say, or it is empty. */
export class MissingDatabase extends ApiError {
  constructor(sentence: string, options: { cause: unknown }) {
    super('not_found', sentence, options);
  }
}

export function usageError(sentence: string, command = ''): ApiError {
  return new ApiError('malformed', `${sentence} See "${['fingerpost', command].filter(Boolean).join(' ')} --help".`);
}

export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) {
    const fields = Object.entries(error.errors ?? {}).flatMap(([path, sentences]) => withPath(path, sentences));
    const lines = fields.length > 0 ? fields : [error.message];
    const exitCode = error instanceof MissingDatabase ? exitCodes.noDatabase : exitCodeOf[error.code];
    return { exitCode: exitCode ?? exitCodes.failed, lines, body: error.body() };
  }
  if (error instanceof UnusableSchema) return failureOf(new ConfigError([error.message]));
  if (error instanceof ConfigError) {
    const { mistakes } = error;
    const errors = { configuration: mistakes };
    return {
      exitCode: exitCodes.configuration,
      lines: mistakes,
      body: { status: false, response: mistakes[0]!, code: 'invalid', errors },
    };
  }
  const sentence = asSentence(reasonOf(error));
  return {
    exitCode: exitCodes.failed,
    lines: [sentence],
    body: { status: false, response: sentence, code: 'internal' },
  };
}

/** Adds the path of a mistake inside a document, unless the sentence already names it. */
function withPath(path: string, sentences: readonly string[]): string[] {
  const isDeep = path.includes('.');
  return sentences.map((sentence) => (isDeep && !sentence.includes(path) ? `${path}: ${sentence}` : sentence));
}

/** The first line of a foreign error. If several addresses failed, that of the first. */
export function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const text = first instanceof Error ? first.message || (first as NodeJS.ErrnoException).code : String(first);
  return (text || 'unknown error').split('\n')[0]!.trim();
}

function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}
