// Checks that a public URL leads to this service, and to the right app.
import { certificateRemedy } from './certificate.ts';
import { problem, reason, type Verdict, warning } from './finding.ts';
import { type Ownership, whoAnswers } from './own-service.ts';
import { isHealth } from './ports.ts';

const ANSWER_MS = 5000;
/** Says which app answers; see `http/site/health.ts`. */
const SITE_HEADER = 'Fingerpost-Site';

const meant = {
  PUBLIC_URL: { port: 'PORT', app: 'pages', other: 'dashboard' },
  DASHBOARD_URL: { port: 'DASHBOARD_PORT', app: 'dashboard', other: 'pages' },
} as const;

export async function leadingHere(setting: keyof typeof meant, url: string, ownership: Ownership): Promise<Verdict[]> {
  const { port, app, other } = meant[setting];
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' });
    const text = await response.text();
    if (isHealth(text)) {
      if (response.headers.get(SITE_HEADER) !== other) return await belongingHere(setting, url, ownership);
      return [problem(`${url} leads to the ${other}, not to the ${app}.`, `Let the proxy forward it to ${port}.`)];
    }
    if (response.status === 502 || response.status === 503 || response.status === 504) {
      return [warning(`${url} answers ${response.status}.`, 'Start the service, or check the target of the proxy.')];
    }
    return [
      problem(
        `${url} does not lead to Fingerpost (${response.status}).`,
        `Check ${setting} and the target of the proxy.`,
      ),
    ];
  } catch (error) {
    return [
      warning(
        `${url} cannot be reached from here: ${reason(error)}.`,
        certificateRemedy(error) ?? 'Start the service and its proxy, and check the host name.',
      ),
    ];
  }
}

/** Only a warning: a proxy may remove headers that it does not know. */
async function belongingHere(setting: string, url: string, ownership: Ownership): Promise<Verdict[]> {
  if ((await whoAnswers(`${url}/ready`, ownership, ANSWER_MS)) !== 'another installation') return [];
  return [
    warning(
      `${url} leads to a Fingerpost that does not use this database.`,
      `Check ${setting} and the target of the proxy. The proxy must forward Fingerpost-Challenge and Fingerpost-Proof.`,
    ),
  ];
}
