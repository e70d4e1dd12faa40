// Settings that change with a reload.
import { ApiError } from '../../contract/errors.ts';
import { type Config, type Environment, readConfig, settingNames } from '../config.ts';

/** Old and new workers run side by side for a while, so they must agree on these. */
const fixed = { DATABASE_URL: 'databaseUrl', DATA_DIR: 'dataDir', METRICS_PORT: 'metricsPort' } as const;

/** Throws if the settings are not valid, or need a restart. */
export function reloadedSettings(current: Config, wanted: Environment): { config: Config; settings: Environment } {
  const config = readConfig(wanted);
  const changed = Object.entries(fixed).find(([, name]) => config[name] !== current[name]);
  if (changed) throw new ApiError('invalid', `${changed[0]} has changed. Restart the service for that.`);
  if (config.workers < 2) throw new ApiError('invalid', 'WORKERS is 1 now. Restart the service for that.');
  // An empty setting is one that is not set: it hides what the primary was started with.
  return { config, settings: settingsIn(wanted) };
}

/** All settings of an environment, and nothing else in it. */
export function settingsIn(environment: Environment): Environment {
  return Object.fromEntries(settingNames().map((name) => [name, environment[name] ?? '']));
}
