// Migrates, and is killed just before its nth query.
import { openDialect } from '../../../server/storage/dialects/open.ts';
import { migrate } from '../../../server/storage/migrations/index.ts';

const [databaseUrl, nth] = process.argv.slice(2);
const dialect = openDialect(databaseUrl!, { mayCreate: true });
let queries = 0;
const write = dialect.write.withPlugin({
  transformQuery({ node }) {
    queries += 1;
    if (queries === Number(nth)) process.kill(process.pid, 'SIGKILL');
    return node;
  },
  transformResult: async ({ result }) => result,
});
await migrate({ ...dialect, write });
await dialect.close();
