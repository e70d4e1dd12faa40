// Explains disk and archive errors in a sentence.
import { ApiError } from '../../../contract/errors.ts';
import { ConfigError } from '../../config.ts';
import { UnusableSchema } from '../../storage/unusable-schema.ts';
import { Unsound } from './unpacking.ts';

const reasons: Record<string, string> = {
  ENOSPC: 'there is no space left on the disk',
  EDQUOT: 'the disk quota of this user is used up',
  EFBIG: 'the file would exceed the size limit of the file system',
  EROFS: 'the file system is read-only',
  EACCES: 'this user has no permission to read or write there',
  EPERM: 'this user has no permission to read or write there',
  EEXIST: 'the name already exists',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
};

/** Says what failed and why. Unfinished files are already removed. */
export function asApiError(error: unknown, what: string): Error {
  if ([ApiError, ConfigError, UnusableSchema].some((known) => error instanceof known)) return error as Error;
  if (error instanceof Unsound) {
    const why = `the written data could not be verified (${error.message}); the disk may be failing`;
    return new ApiError('internal', `${what}: ${why}.`, { cause: error });
  }
  return new ApiError('internal', `${what}: ${reasonOf(error)}.`, { cause: error });
}

export function reasonOf(error: unknown): string {
  const { code = '', message, path } = error as NodeJS.ErrnoException;
  const known = reasons[code];
  if (known !== undefined) return path === undefined ? known : `${known} (${path})`;
  return (message || code || 'unknown error').split('\n')[0]!.replace(/\.$/, '');
}
