// Whether the dashboard is built, and whether people reach it at an origin of its own.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, isLocal, lostWithoutTls } from '../../config.ts';
import { ok, type Verdict, warning } from './finding.ts';
import { leadingHere } from './leading-here.ts';
import type { Ownership } from './own-service.ts';

const REMEDY = 'Give the dashboard a host name of its own and set DASHBOARD_URL (docs/deploying.md, "Two origins").';

export async function checkDashboard(config: Config, ownership: Ownership, folder: string): Promise<Verdict[]> {
  const verdicts = [...(await build(folder)), ...address(config)];
  if (config.dashboardUrl && !config.isOneOrigin) {
    verdicts.push(...(await leadingHere('DASHBOARD_URL', config.dashboardUrl, ownership)));
  }
  return verdicts.length > 0 ? verdicts : [ok('The dashboard is built.')];
}

/** The file is written when a build is complete. */
async function build(folder: string): Promise<Verdict[]> {
  const isBuilt = await stat(join(folder, '.inputs')).then(
    () => true,
    () => false,
  );
  if (isBuilt) return [];
  return [
    warning(
      `The dashboard is not built in ${folder}, or the last build failed. Pages and API work without it.`,
      'Run "npm ci" without --omit=dev, or "npm run build", and read what it says.',
    ),
  ];
}

function address({ publicUrl, dashboardUrl, isOneOrigin }: Config): Verdict[] {
  if (isOneOrigin) {
    return [
      warning(
        `Pages and dashboard have one origin, ${publicUrl}. Pixels are not rendered: their scripts could act for a visitor who is signed in.`,
        REMEDY,
      ),
    ];
  }
  const isPublic = publicUrl !== undefined && !isLocal(new URL(publicUrl).hostname);
  if (dashboardUrl === undefined) {
    return isPublic ? [warning('DASHBOARD_URL is not set: people cannot reach the dashboard.', REMEDY)] : [];
  }
  const lost = lostWithoutTls(dashboardUrl);
  if (lost === undefined) return [];
  return [warning(lost, 'Put a proxy with TLS in front (docs/deploying.md) and give the https address.')];
}
