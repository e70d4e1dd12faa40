// Rewrites a table for some seconds, each time in one transaction: `node rewriter.ts FILE SECONDS`.
import { DatabaseSync } from 'node:sqlite';

const [file, seconds] = process.argv.slice(2) as [string, string];
const database = new DatabaseSync(file, { timeout: 10_000 });
const until = performance.now() + Number(seconds) * 1000;
while (performance.now() < until) {
  database.exec(`
    BEGIN IMMEDIATE;
    CREATE TABLE rewritten AS SELECT * FROM visit_period;
    DROP TABLE rewritten;
    UPDATE visit_period SET counts = counts || '';
    COMMIT`);
}
database.close();
