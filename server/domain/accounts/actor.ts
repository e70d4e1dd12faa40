// Who did something, as the activity log tells it: through the API, the dashboard or the command line.
import { platform } from 'node:os';

export interface Actor {
  ip: string;
  os: string;
  browser: string;
  /** A country's name, or empty where it is not known. */
  country: string;
}

const systemNames: Partial<Record<NodeJS.Platform, string>> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' };

/** Whoever sits at the machine itself. */
export const commandLine: Actor = {
  ip: '127.0.0.1',
  os: systemNames[platform()] ?? platform(),
  browser: 'Command line',
  country: '',
};
