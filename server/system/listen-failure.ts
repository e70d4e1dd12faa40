// Why a port cannot be used, and what to do.
import { ApiError } from '../../contract/errors.ts';

export function cannotListen(what: string, setting: string): (error: NodeJS.ErrnoException) => never {
  const remedies: Record<string, string> = {
    EADDRINUSE: `the port is in use; stop the other program, or set ${setting} to another port`,
    EACCES: `permission denied; set ${setting} to 1024 or more`,
    EADDRNOTAVAIL: 'this machine does not have that address; set HOST to one of its addresses',
    ENOTFOUND: 'the host name is unknown; set HOST to an address of this machine',
  };
  return (error) => {
    throw new ApiError('internal', `${what}: ${remedies[error.code ?? ''] ?? error.message}.`, { cause: error });
  };
}
