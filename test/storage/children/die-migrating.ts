// Migrates, and is killed just before or just after its nth query. With fewer queries, prints their number. A fourth
// argument adds a migration.
import { openDialect } from '../../../server/storage/dialects/open.ts';
import { migrate } from '../../../server/storage/migrations/index.ts';
import { registerLaterMigration } from '../../support/later-migration.ts';

const [databaseUrl, when, nth, later] = process.argv.slice(2);
if (later !== undefined) registerLaterMigration();
const dialect = openDialect(databaseUrl!, { mayCreate: true });
const counts = { before: 0, after: 0 };

function count(moment: 'before' | 'after'): void {
  counts[moment] += 1;
  if (moment === when && counts[moment] === Number(nth)) process.kill(process.pid, 'SIGKILL');
}

const write = dialect.write.withPlugin({
  transformQuery({ node }) {
    count('before');
    return node;
  },
  async transformResult({ result }) {
    count('after');
    return result;
  },
});
await migrate({ ...dialect, write });
await dialect.close();
console.log(counts.after);
