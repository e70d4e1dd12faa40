// Writes docs/page.schema.json, or checks that the committed file is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentSchema } from '../../contract/page/document-schema.ts';
import { installation } from '../system/paths.ts';

const path = join(installation, 'docs/page.schema.json');
const schema = `${JSON.stringify(documentSchema(), null, 2)}\n`;

if (process.argv.includes('--write')) {
  writeFileSync(path, schema);
} else if (readFileSync(path, 'utf8') !== schema) {
  console.error('docs/page.schema.json is out of date. Run "npm run page-schema" and commit the difference.');
  process.exit(1);
}
