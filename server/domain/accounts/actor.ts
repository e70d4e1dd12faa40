// Who did something, for the activity log: a client of the API or dashboard, or the command line.
import { platform } from 'node:os';
import type { InterfaceLanguage } from '../../../contract/languages.ts';

export interface Actor {
  ip: string;
  os: string;
  browser: string;
  /** The name of the country; empty if unknown. */
  country: string;
  /** `de`; empty if unknown. */
  countryCode: string;
  /** Of their browser, for mails to accounts without a language. */
  language: InterfaceLanguage;
}

const systemNames: Partial<Record<NodeJS.Platform, string>> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' };

/** The operator at the command line. */
export const commandLine: Actor = {
  ip: '127.0.0.1',
  os: systemNames[platform()] ?? platform(),
  browser: 'Command line',
  country: '',
  countryCode: '',
  language: 'en',
};
