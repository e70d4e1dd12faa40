// The language of the dashboard: the account's, or else what was chosen in this browser, or else what the browser asks for.
import { useLingui } from '@lingui/react';
import {
  canonicalLanguage,
  type InterfaceLanguage,
  interfaceLanguages,
  nearestLanguage,
} from '../../contract/languages.ts';

/** What somebody chose in this browser. */
const CHOICE = 'fingerpost.language';
/** What the account said the last time: the next visit begins with it, before the account is read. */
const ACCOUNT = 'fingerpost.account-language';

let chosen = read(CHOICE);
let ofAccount = read(ACCOUNT);

// The home page was read in this language.
const asked = known(new URLSearchParams(location.search).get('lang'));
if (asked) {
  rememberAccountLanguage(undefined);
  rememberChoice(asked);
}

export function wantedLanguage(): InterfaceLanguage {
  return ofAccount ?? chosen ?? nearestLanguage(navigator.languages);
}

/** Undefined for the browser's own. */
export function rememberChoice(language: InterfaceLanguage | undefined): void {
  chosen = language;
  write(CHOICE, language);
}

/** Undefined if the account has none. It stays after signing out, so that the screen for signing in again is in it too. */
export function rememberAccountLanguage(language: InterfaceLanguage | undefined): void {
  ofAccount = language;
  write(ACCOUNT, language);
}

export function chosenLanguage(): InterfaceLanguage | undefined {
  return chosen;
}

/**
 * The language in the person's own variety, for dates and numbers: British dates differ from American ones. Always with the
 * calendar that statistics and fields for dates use.
 */
export function localeFor(language: string): string {
  // Some systems have a tag of their own there, such as `en-US@posix`.
  const tags = navigator.languages.map(canonicalLanguage);
  const own = tags.find((tag) => tag?.split('-')[0] === language) ?? language;
  // Not by Intl.Locale, whose first use takes longer than the rest of the start.
  return `${own}-u-ca-gregory`;
}

export function useLocale(): string {
  return localeFor(useLingui().i18n.locale);
}

function read(key: string): InterfaceLanguage | undefined {
  try {
    return known(localStorage.getItem(key));
  } catch {
    return undefined;
  }
}

function known(tag: string | null): InterfaceLanguage | undefined {
  return interfaceLanguages.find((language) => language === tag);
}

function write(key: string, language: InterfaceLanguage | undefined): void {
  try {
    if (language) localStorage.setItem(key, language);
    else localStorage.removeItem(key);
  } catch {
    // A browser that stores nothing keeps it until the page is left.
  }
}
