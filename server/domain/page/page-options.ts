// Page options that are not part of the API's records.
import { canonicalLanguage } from '../../../contract/languages.ts';
import { storedJson } from '../stored-json.ts';

export interface PageOptions {
  /** Pixels load only after the visitor agrees. */
  hasConsentBar: boolean;
  /** A BCP 47 tag; null if the owner has not chosen one. */
  language: string | null;
}

export function pageOptions(stored: string): PageOptions {
  const { consent_bar, language } = optionsIn(stored);
  return {
    hasConsentBar: consent_bar === true,
    language: (typeof language === 'string' && canonicalLanguage(language)) || null,
  };
}

/** Returns the options to store; other stored options are kept. */
export function withConsentBar(stored: string, isOn: boolean): string {
  return JSON.stringify({ ...optionsIn(stored), consent_bar: isOn });
}

/** The same for all options that an edit can change. */
export function withOptions(stored: string, { hasConsentBar, language }: PageOptions): string {
  const { language: _, ...others } = optionsIn(stored);
  return JSON.stringify({ ...others, consent_bar: hasConsentBar, ...(language && { language }) });
}

function optionsIn(stored: string): Record<string, unknown> {
  const options = storedJson(stored);
  return typeof options === 'object' && options !== null ? (options as Record<string, unknown>) : {};
}
