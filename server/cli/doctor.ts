// `fingerpost doctor`
import type { Finding } from '../operations/doctor/finding.ts';
import { type Command, command } from './command.ts';
import { exitCodes } from './failures.ts';

export const doctorCommands: Command[] = [
  command({
    name: 'doctor',
    summary: 'Look the installation over, and say what to mend',
    arguments: [],
    options: {
      thorough: { type: 'boolean', help: 'Read every page of an SQLite database, which takes its time' },
      strict: { type: 'boolean', help: 'End with 1 where there is a warning, too' },
    },
    notes: `It checks settings, store, schema, durability, visits, clock, geography data, disk, uploads, ports, proxy,
mail and limits, and changes nothing. It asks PUBLIC_URL and the mail server whether they answer, and puts a file into the
bucket for uploads and takes it out again. It ends with 1 where there is
a problem, else with 0.`,
    example: 'fingerpost doctor',
    json: `{"healthy":<no problem>,"findings":[{"check","state":"ok|warning|problem","finding","remedy"}],
"message":"<sentence>"}`,
    async run({ options }, context) {
      const { examineInstallation } = await import('../operations/doctor/index.ts');
      const { io, clock } = context;
      const findings = await examineInstallation({ environment: io.env, clock, thorough: options.thorough });
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

/** A word rather than a colour, so that it is read by everybody and everything. */
function shown(findings: Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings
    .flatMap(({ check, state, finding, remedy }) => {
      const line = `${state.padEnd('problem'.length)}  ${check.padEnd(width)}  ${finding}`;
      return remedy === undefined ? [line] : [line, `${' '.repeat(width + 11)}${remedy}`];
    })
    .join('\n');
}
