// `fingerpost doctor`
import type { Finding } from '../../operations/doctor/finding.ts';
import { type Command, command } from '../command.ts';
import { exitCodes } from '../failures.ts';
import { progressReport } from '../io/progress.ts';

export const doctorCommands: Command[] = [
  command({
    name: 'doctor',
    summary: 'Check the installation and say what to fix',
    arguments: [],
    options: {
      thorough: { type: 'boolean', help: 'Read every page of an SQLite database and every upload; can take long' },
      strict: { type: 'boolean', help: 'Exit with 1 for warnings too' },
    },
    notes: `Checks settings, database, schema, durability, visits, clock, geolocation data, disk, uploads, pictures, ports, proxy,
dashboard, mail, OpenID Connect provider, Node, the build of the server and limits. Changes nothing. Sends requests to PUBLIC_URL, DASHBOARD_URL, the mail
server and OIDC_ISSUER, and writes a file to the bucket for uploads and deletes it. Exits with 1 if there is a problem, otherwise with 0.`,
    example: 'fingerpost doctor',
    json: `{"healthy":<true if there is no problem>,"findings":[{"check","state":"ok|warning|problem","finding","remedy"}],
"message":"<sentence>"}`,
    async run({ options }, context) {
      const { examineInstallation } = await import('../../operations/doctor/index.ts');
      const { io, clock } = context;
      const { thorough } = options;
      if (thorough) io.lowerPriority();
      const { report, end } = progressReport(context.output.isJson ? undefined : io.stderr);
      const progress = (done: number, all: number) => report('Reading uploads', done, all);
      const findings = await examineInstallation({ environment: io.env, clock, thorough, progress }).finally(end);
      const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
      const [problems, warnings] = [count('problem'), count('warning')];
      const message = `Found ${numbered(problems, 'problem')} and ${numbered(warnings, 'warning')}.`;
      context.output.value(shown(findings), { message, healthy: problems === 0, findings });
      return problems > 0 || (options.strict && warnings > 0) ? exitCodes.failed : exitCodes.done;
    },
  }),
];

function numbered(count: number, what: string): string {
  return `${count === 0 ? 'no' : count} ${what}${count === 1 ? '' : 's'}`;
}

/** States are words and not colours, so that people and programs can read them. */
function shown(findings: Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings
    .flatMap(({ check, state, finding, remedy }) => {
      const line = `${state.padEnd('problem'.length)}  ${check.padEnd(width)}  ${finding}`;
      return remedy === undefined ? [line] : [line, `${' '.repeat(width + 11)}${remedy}`];
    })
    .join('\n');
}
