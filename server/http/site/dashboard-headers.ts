// What a browser may do with the dashboard: it runs no script but its own, talks to nobody but us, and is shown in no
// frame. Pictures come from the pages' origin, and the dashboard asks it not to count this browser. The one frame is the
// preview, on our own.
import type { Origins } from '../origins.ts';

const ONE_YEAR = 31_536_000;

/** Features that nothing in the dashboard uses. */
const unused = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb'];
const permissions = [
  ...unused.map((feature) => `${feature}=()`),
  'clipboard-write=(self)',
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
].join(', ');

export function dashboardHeaders(origins: Origins): Record<string, string> {
  const pages = origins.pages();
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob: ${pages}`,
    "font-src 'self'",
    `connect-src 'self' ${pages}`,
    "frame-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'self'",
  ].join('; ');
  const headers: Record<string, string> = {
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissions,
    // Links in e-mails have tokens in their URL: no other site learns them.
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  };
  if (origins.dashboard().startsWith('https:')) headers['strict-transport-security'] = `max-age=${ONE_YEAR}`;
  return headers;
}
