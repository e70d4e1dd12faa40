import { fileURLToPath } from 'node:url';
import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { interfaceLanguages } from '../../contract/languages.ts';

export default defineConfig({
  rootDir: fileURLToPath(new URL('..', import.meta.url)),
  sourceLocale: 'en',
  locales: [...interfaceLanguages],
  catalogs: [{ path: '<rootDir>/locales/{locale}', include: ['<rootDir>'], exclude: ['<rootDir>/storage'] }],
  // Messages are their own ids. Without line numbers: moving code is no change of its texts.
  format: formatter({ lineNumbers: false, explicitIdAsDefault: true }),
});
