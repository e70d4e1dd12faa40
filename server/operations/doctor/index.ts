// Checks an installation without changing it, and reports the state of each part and what to fix.

import { builtDashboard } from '../../config.ts';
import type { Progress } from '../../storage/dialects/dialect.ts';
import type { Clock } from '../../system/clock.ts';
import { isServerBuilt } from '../../system/paths.ts';
import { checkClock } from './clock.ts';
import { checkDashboard } from './dashboard.ts';
import { checkDisk } from './disk.ts';
import { type Finding, problem, reason, type Verdict } from './finding.ts';
import { checkGeography } from './geography.ts';
import { checkMail } from './mail.ts';
import { readOwnership } from './own-service.ts';
import { checkPictures } from './pictures.ts';
import { checkPorts } from './ports.ts';
import { checkProvider } from './provider.ts';
import { checkProxy } from './proxy.ts';
import { checkRuntime } from './runtime.ts';
import { checkSettings } from './settings.ts';
import { checkStore } from './store.ts';
import { checkFiles, checkUploads } from './uploads.ts';

export interface DoctorOptions {
  environment: Record<string, string | undefined>;
  clock: Clock;
  /** Also runs slow checks: reads every page of the database and every upload. */
  thorough: boolean;
  /** The progress of reading the uploads. */
  progress?: Progress;
  /** Where the built dashboard is. */
  dashboardFolder?: string;
  /** Whether this process runs the built server. */
  isBuilt?: boolean;
}

export async function examineInstallation(options: DoctorOptions): Promise<Finding[]> {
  const {
    environment,
    clock,
    thorough,
    progress = () => {},
    dashboardFolder = builtDashboard,
    isBuilt = isServerBuilt,
  } = options;
  const { config, verdicts } = checkSettings(environment);
  const settings = named('settings', verdicts);
  if (!config) return settings;

  const ownership = await readOwnership(config);
  const [store, geography, disk, uploads, files, pictures, ports, proxy, dashboard, mail, provider, runtime] =
    await Promise.all([
      checkStore(config, thorough, clock()),
      guarded(() => checkGeography(config.geoDatabase, clock())),
      guarded(() => checkDisk(config.dataDir)),
      guarded(() => checkUploads(config)),
      guarded(async () => (thorough ? checkFiles(config, progress) : [])),
      guarded(() => checkPictures()),
      guarded(() => checkPorts(config, ownership)),
      guarded(() => checkProxy(config, ownership)),
      guarded(() => checkDashboard(config, ownership, dashboardFolder)),
      guarded(() => checkMail(config)),
      guarded(() => checkProvider(config)),
      guarded(() => checkRuntime(config, isBuilt)),
    ]);
  return [
    ...settings,
    ...named('store', store.store),
    ...named('schema', store.schema),
    ...named('durability', store.durability),
    ...named('visits', store.visits),
    ...named('jobs', store.jobs),
    ...named('clock', [checkClock(clock(), store.times)]),
    ...named('geography', geography),
    ...named('disk', disk),
    ...named('uploads', [...uploads, ...files]),
    ...named('pictures', pictures),
    ...named('ports', ports),
    ...named('proxy', proxy),
    ...named('dashboard', dashboard),
    ...named('mail', mail),
    ...named('provider', provider),
    ...named('provider', store.provider),
    ...named('runtime', runtime),
  ];
}

function named(check: string, verdicts: Verdict[]): Finding[] {
  return verdicts.map((verdict) => ({ check, ...verdict }));
}

/** A check that fails must not hide the results of the others. */
async function guarded(check: () => Promise<Verdict[]>): Promise<Verdict[]> {
  try {
    return await check();
  } catch (error) {
    return [problem(`This could not be checked: ${reason(error)}.`, 'Fix this error and run the command again.')];
  }
}
