import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { interfaceLanguages } from '../contract/languages.ts';

export default defineConfig({
  sourceLocale: 'en',
  locales: [...interfaceLanguages],
  catalogs: [{ path: '<rootDir>/locales/{locale}', include: ['<rootDir>'], exclude: ['<rootDir>/storage'] }],
  // Messages are their own ids. Without line numbers: moving code is no change of its texts.
  format: formatter({ lineNumbers: false, explicitIdAsDefault: true }),
});
