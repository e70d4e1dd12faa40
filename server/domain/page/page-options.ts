// Page options that are not part of the API's records.
import { storedJson } from '../stored-json.ts';

export interface PageOptions {
  /** Pixels load only after the visitor agrees. */
  hasConsentBar: boolean;
}

export function pageOptions(stored: string): PageOptions {
  return { hasConsentBar: optionsIn(stored).consent_bar === true };
}

/** Returns the options to store; other stored options are kept. */
export function withConsentBar(stored: string, isOn: boolean): string {
  return JSON.stringify({ ...optionsIn(stored), consent_bar: isOn });
}

function optionsIn(stored: string): Record<string, unknown> {
  const options = storedJson(stored);
  return typeof options === 'object' && options !== null ? (options as Record<string, unknown>) : {};
}
