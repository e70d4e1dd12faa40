// Loaded ahead of everything else into every process and thread of a test run (`run.ts`, `server.ts`).
import { fileURLToPath } from 'node:url';

const build = fileURLToPath(new URL('../../../dist/', import.meta.url));

// A build has its packages inside, where nothing can be watched.
if (process.argv[1]?.startsWith(build)) await import('./watch-sqlite.ts');
else await import('./watch-compiler.ts');
