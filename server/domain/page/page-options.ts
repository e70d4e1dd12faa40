// What a page does beyond what the API's records say of it.
import { storedJson } from '../stored-json.ts';

export interface PageOptions {
  /** The visitor is asked before a pixel is loaded. */
  hasConsentBar: boolean;
}

export function pageOptions(stored: string): PageOptions {
  return { hasConsentBar: optionsIn(stored).consent_bar === true };
}

/** In the form in which they are stored, and with whatever else is stored there. */
export function withConsentBar(stored: string, isOn: boolean): string {
  return JSON.stringify({ ...optionsIn(stored), consent_bar: isOn });
}

function optionsIn(stored: string): Record<string, unknown> {
  const options = storedJson(stored);
  return typeof options === 'object' && options !== null ? (options as Record<string, unknown>) : {};
}
