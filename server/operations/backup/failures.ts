// What can go wrong between a disk and an archive, as a sentence.
import { Refusal } from '../../../contract/errors.ts';
import { ConfigError } from '../../config.ts';
import { Unsound } from './unpacking.ts';

const reasons: Record<string, string> = {
  ENOSPC: 'there is no space left on the disk',
  EDQUOT: 'there is no space left for this user',
  EFBIG: 'the file would become larger than is allowed there',
  EROFS: 'nothing can be written there',
  EACCES: 'this user may not read or write there',
  EPERM: 'this user may not read or write there',
  EEXIST: 'there is something of this name already',
  ENOTDIR: 'a part of the path is no folder',
  EISDIR: 'it is a folder',
};

/** What was to be done, and why it was not; nothing unfinished is left behind by then. */
export function asRefusal(error: unknown, what: string): Error {
  if (error instanceof Refusal || error instanceof ConfigError) return error;
  if (error instanceof Unsound) {
    const why = `what was written came back different (${error.message}); the disk may be failing`;
    return new Refusal('internal', `${what}: ${why}.`, { cause: error });
  }
  return new Refusal('internal', `${what}: ${reasonOf(error)}.`, { cause: error });
}

export function reasonOf(error: unknown): string {
  const { code = '', message, path } = error as NodeJS.ErrnoException;
  const known = reasons[code];
  if (known !== undefined) return path === undefined ? known : `${known} (${path})`;
  return (message || code || 'unknown error').split('\n')[0]!.replace(/\.$/, '');
}
