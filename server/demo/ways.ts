// Referrers and devices of the invented visits, as requests would show them.
import type { Traits } from '../visits/record/traits.ts';

/** Most visits are direct, or come from a profile that links to the page. */
export const ways = (
  [
    [34, {}],
    [20, { referrer: 'instagram.com' }],
    [11, { referrer: 'google.com' }],
    [7, { referrer: 'x.com' }],
    [6, { referrer: 'facebook.com' }],
    [4, { referrer: 'en.wikipedia.org' }],
    [4, { referrer: 'walkers.example' }],
    [6, { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'autumn-walks' }],
    [3, { utm_source: 'poster', utm_medium: 'qr', utm_campaign: 'toll-house' }],
  ] satisfies [number, Traits][]
).map(([weight, way]) => ({ weight, way: way as Traits }));

const devices: Record<string, string> = { iOS: 'Phone', Android: 'Phone', Unknown: 'Unknown' };
const languages: Record<string, string> = {
  ...{ de: 'de', nl: 'nl', fr: 'fr', se: 'sv', es: 'es', eg: 'ar', jo: 'ar', il: 'he', jp: 'ja', br: 'pt' },
};

/** Language and device, derived from country and browser. */
export function equipment(country: string, { os, browser }: { os: string; browser: string }): Traits {
  return {
    device: devices[os] ?? 'Computer',
    ...(browser === 'Instagram' && { app: browser }),
    language: languages[country] ?? 'en',
  };
}
