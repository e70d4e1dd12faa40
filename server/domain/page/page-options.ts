// Page options that are not part of the API's records.
import { canonicalLanguage } from '../../../contract/languages.ts';
import { type BackgroundLayout, backgroundLayouts } from '../../../contract/vocabulary.ts';
import { storedJson } from '../stored-json.ts';

export interface PageOptions {
  /** Pixels load only after the visitor agrees. */
  hasConsentBar: boolean;
  /** A BCP 47 tag; null if the owner has not chosen one. */
  language: string | null;
  backgroundLayout: BackgroundLayout;
}

const [usualLayout] = backgroundLayouts;

export function pageOptions(stored: string): PageOptions {
  const { consent_bar, language, background_layout } = optionsIn(stored);
  return {
    hasConsentBar: consent_bar === true,
    language: (typeof language === 'string' && canonicalLanguage(language)) || null,
    backgroundLayout: backgroundLayouts.find((layout) => layout === background_layout) ?? usualLayout,
  };
}

/** Returns the options to store; other stored options are kept. */
export function withConsentBar(stored: string, isOn: boolean): string {
  return JSON.stringify({ ...optionsIn(stored), consent_bar: isOn });
}

/** The same for all options that an edit can change. */
export function withOptions(stored: string, options: PageOptions): string {
  const { hasConsentBar, language, backgroundLayout } = options;
  const { language: _, background_layout: __, ...others } = optionsIn(stored);
  return JSON.stringify({
    ...others,
    consent_bar: hasConsentBar,
    ...(language && { language }),
    ...(backgroundLayout !== usualLayout && { background_layout: backgroundLayout }),
  });
}

function optionsIn(stored: string): Record<string, unknown> {
  const options = storedJson(stored);
  return typeof options === 'object' && options !== null ? (options as Record<string, unknown>) : {};
}
