// `fingerpost account export`
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createOrigins } from '../../http/origins.ts';
import { type Command, command } from '../command.ts';
import { accountOf } from './account.ts';

export const accountExportCommands: Command[] = [
  command({
    name: 'account export',
    summary: 'Export all data of an account as one archive',
    arguments: ['USERNAME', 'FILE'],
    options: {},
    notes: `FILE is a gzipped tar. An existing FILE is replaced. The archive has everything that the account owns, form entries and
activity log included, but no secrets: give it to the owner of the account only.`,
    example: 'fingerpost account export ada ada.tar.gz',
    json: '{"id":<account>,"file","bytes","message":"<sentence>"}',
    async run({ arguments: [username, file] }, context) {
      const { writeArchive } = await import('../../exports/archive.ts');
      const { exportedFiles } = await import('../../exports/contents.ts');
      const { openFileStorage } = await import('../../files/open.ts');
      const { config, clock } = context;
      const { store, id } = await accountOf(context, username!, 'read');
      const files = openFileStorage(config);
      const path = resolve(file!);
      const temporary = `${path}.${id}.new`;
      try {
        const sources = { store, files, clock, origin: createOrigins(config).pages };
        const contents = exportedFiles(sources, id, async () => {});
        const bytes = await writeArchive(temporary, `${temporary}.part`, contents, { at: new Date(clock() / 1000) });
        await rename(temporary, path);
        context.output.done({ id, file: path, bytes, message: `Exported the account "${username}" to ${path}.` });
      } finally {
        await rm(temporary, { force: true });
        files.close();
      }
    },
  }),
];
