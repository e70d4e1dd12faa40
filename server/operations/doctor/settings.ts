// Checks for invalid settings, probable typos, and settings that are unsafe for a public installation.
import { type Config, ConfigError, isLocal, readConfig, settingNames } from '../../config.ts';
import { ok, problem, type Verdict, warning } from './finding.ts';

type Environment = Record<string, string | undefined>;

/** Shorter names are too similar to other programs' variables. */
const MIN_NAME_LENGTH = 6;
const MAX_TYPOS = 2;

export function checkSettings(environment: Environment): { config: Config | undefined; verdicts: Verdict[] } {
  const misspelt = misspeltSettings(environment).map(([given, meant]) =>
    warning(`${given} is not a setting.`, `Use ${meant} if you mean that setting.`),
  );
  try {
    const config = readConfig(environment);
    const verdicts = [...misspelt, ...publicInstallation(config, environment)];
    return { config, verdicts: verdicts.length > 0 ? verdicts : [ok('All settings are valid.')] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const remedy =
      'Fix it and run this again: nothing else can be checked before. docs/settings.md lists all settings.';
    return { config: undefined, verdicts: [...misspelt, ...error.mistakes.map((mistake) => problem(mistake, remedy))] };
  }
}

function publicInstallation(config: Config, environment: Environment): Verdict[] {
  if (config.publicUrl === undefined || isLocal(new URL(config.publicUrl).hostname)) return [];
  const verdicts: Verdict[] = [];
  if (config.publicUrl.startsWith('http:')) {
    verdicts.push(
      warning(
        `PUBLIC_URL is ${config.publicUrl}: keys and passwords are sent unencrypted.`,
        'Use a proxy with TLS (docs/deploying.md) and set the https address.',
      ),
    );
  }
  if (environment.NODE_ENV !== 'production' && config.demo) {
    verdicts.push(warning('An empty database would get a demo account.', 'Set NODE_ENV=production, or DEMO=off.'));
  }
  return verdicts;
}

function misspeltSettings(environment: Environment): [given: string, meant: string][] {
  const known = settingNames();
  const telling = known.filter((name) => name.length >= MIN_NAME_LENGTH);
  return Object.keys(environment)
    .filter((name) => !known.includes(name))
    .flatMap((name): [string, string][] => {
      const meant = telling.find((candidate) => editDistance(name.toUpperCase(), candidate) <= MAX_TYPOS);
      return meant ? [[name, meant]] : [];
    });
}

/** Levenshtein distance. */
function editDistance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > MAX_TYPOS) return MAX_TYPOS + 1;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      next.push(Math.min(next[column]! + 1, row[column + 1]! + 1, row[column]! + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1)!;
}
