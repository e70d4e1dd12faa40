// `fingerpost page …`
import { createReadStream } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { ApiError, invalid } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { foreignFormats } from '../../../contract/vocabulary.ts';
import { commandLine } from '../../domain/accounts/actor.ts';
import { type Command, choice, command } from '../command.ts';
import { usageError } from '../failures.ts';
import type { CliIo } from '../io/io.ts';
import { accountOf } from './account.ts';

const STANDARD = '-';

export const pageCommands: Command[] = [
  command({
    name: 'page export',
    summary: 'Export the page of an account as one JSON document',
    arguments: ['USERNAME', '[FILE]'],
    options: {},
    notes: `Without FILE, or if it is -, the document goes to standard output. An existing FILE is replaced. The document refers to
uploads by their contents and names no account, so it can be imported to any account. See docs/page-document.md.`,
    example: 'fingerpost page export ada page.json',
    json: 'the document; with FILE {"file","message"}',
    async run({ arguments: [username, file = STANDARD] }, context) {
      const { documentSchemaPath } = await import('../../../contract/page/document-schema.ts');
      const { exported, storedPage } = await import('../../domain/import/document/stored/page.ts');
      const { store, id } = await accountOf(context, username!, 'read');
      const page = await storedPage(store.read, id);
      if (!page) throw new ApiError('not_found', `There is no account with the username "${username}".`);
      const { publicUrl } = context.config;
      const document = exported(page, publicUrl && publicUrl + documentSchemaPath);
      if (file !== STANDARD) {
        const path = resolve(file);
        await writeWhole(path, `${JSON.stringify(document, null, 2)}\n`);
        context.output.done({ file: path, message: `Exported the page of "${username}" to ${path}.` });
      } else {
        const { isJson } = context.output;
        const text = isJson ? JSON.stringify({ status: true, response: document }) : JSON.stringify(document, null, 2);
        context.io.stdout.write(`${text}\n`);
      }
    },
  }),

  command({
    name: 'page import',
    summary: 'Import a page document, or a page from another service',
    arguments: ['USERNAME', 'FILE'],
    options: {
      from: {
        type: 'string',
        value: 'FORMAT',
        help: `Format of FILE, if it is not a page document: ${foreignFormats.join(', ')}`,
      },
      replace: { type: 'boolean', help: 'Replace the whole page (default for a page document)' },
      add: { type: 'boolean', help: 'Add to the existing page (default with --from)' },
      'dry-run': { type: 'boolean', help: 'Report the changes without making them' },
      'leave-out-missing-pictures': { type: 'boolean', help: 'Leave out uploads that do not exist here' },
    },
    notes: `If FILE is -, it is read from standard input. Either everything is imported or nothing. Existing blocks and links are
matched and keep their clicks and form entries. See docs/page-document.md and docs/importing.md.`,
    example: 'fingerpost page import ada page.json --dry-run',
    json: `{"message","dry_run","summary":{"add","change","remove","move"},
"changes":[{"what","action","path","name","text"}],"created":[{"what","id","path","slug"}],
"warnings":["<sentence>"]}`,
    async run({ arguments: [username, file], options }, context) {
      if (options.add && options.replace) throw usageError('Use either --add or --replace, not both.', 'page import');
      const format = options.from === undefined ? undefined : choice('from', options.from, foreignFormats);
      const text = await textOf(file!, context.io);
      const { quotasOfStandardPlan } = await import('../../domain/plans/quotas.ts');
      const { runImport } = await import('../../domain/import/document/index.ts');
      const { planImport } = await import('../../domain/import/document/import-plan.ts');
      const { wantedPage } = await import('../../domain/import/document/wanted.ts');
      const { openScratch } = await import('../../storage/scratch.ts');
      const { createPageMeasure } = await import('../../views/page/size.ts');
      const source = format === undefined ? { document: await parsed(text) } : { format, text };
      const wanted = wantedPage(
        {
          ...source,
          ...(options.add ? { mode: 'add' } : options.replace ? { mode: 'replace' } : {}),
          ...(options['leave-out-missing-pictures'] ? { missing_pictures: 'leave_out' } : {}),
          dry_run: options['dry-run'],
        },
        '',
      );
      const { store, id } = await accountOf(context, username!, options['dry-run'] ? 'dry-run' : 'write');
      const quotas = quotasOfStandardPlan(context.config);
      const scratch = await openScratch();
      try {
        const request = { accountId: id, actor: commandLine, at: context.clock(), quotas, ...wanted };
        const allocateIds = (count: number) => store.writeInstallation((tx) => store.dialect.allocateIds(tx, count));
        const planning = { store, scratch, allocateIds, measure: createPageMeasure(context.config.publicUrl) };
        const { report } = await runImport(store, request, () => planImport(planning, request));
        if (context.output.isJson) context.output.done(report);
        else context.output.done({ message: shown(report) });
      } finally {
        await scratch.close();
      }
    },
  }),
];

/** Removes control characters, so that page texts cannot control the terminal. */
function shown({ changes, warnings, message }: { changes: { text: string }[]; warnings: string[]; message: string }) {
  const lines = [...changes.map(({ text }) => `  ${text}`), ...warnings.map((warning) => `Note: ${warning}`), message];
  return lines.map((line) => line.replace(/\p{Cc}/gu, '�')).join('\n');
}

/** Replaces the file atomically: readers see the old file or the new one. */
async function writeWhole(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.new`;
  try {
    await writeFile(temporary, text);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function textOf(file: string, io: CliIo): Promise<string> {
  const bytes = await whole(file === STANDARD ? io.stdin : createReadStream(resolve(file)), file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid({ file: [`${nameOf(file)} is not UTF-8 text.`] });
  }
}

async function whole(input: Readable, file: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of input) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > limits.documentBytes) break;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new ApiError('not_found', `There is no file ${file}.`);
    throw error;
  }
  if (length <= limits.documentBytes) return Buffer.concat(chunks);
  throw invalid({ file: [`${nameOf(file)} is larger than ${limits.documentBytes / 1024 / 1024} MiB.`] });
}

async function parsed(text: string): Promise<Record<string, unknown>> {
  let document: Record<string, unknown>;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw invalid({ document: [`It is not JSON: ${(error as Error).message}.${await adviceOn(text)}`] });
  }
  const isDocument = document?.version !== undefined || document?.blocks !== undefined;
  const advice = isDocument ? '' : await adviceOn(text);
  if (advice) throw invalid({ document: [`It is not a page document, which has a version.${advice}`] });
  return document;
}

async function adviceOn(text: string): Promise<string> {
  const { detectFormat } = await import('../../domain/import/sources/index.ts');
  const format = detectFormat(text);
  return format === undefined ? '' : ` To import it from another service, use --from ${format}.`;
}

function nameOf(file: string): string {
  return file === STANDARD ? 'Standard input' : file;
}
