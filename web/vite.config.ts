// Builds the dashboard into web/dist. Assets are addressed relative to index.html, whose <base> the server writes: the
// dashboard has an origin of its own, or lives below /dashboard/.
import { fileURLToPath } from 'node:url';
import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const configPath = `${here}lingui.config.ts`;
// The macro would look for its settings in the folder that the build is started in.
const linguiConfig = getConfig({ configPath });

/** The first versions with popovers and light-dark(). */
const browsers = ['chrome123', 'firefox125', 'safari17.5'];

/**
 * Chunks by when they are needed, not by who shares what: by default, every set of screens that shares a module gets a chunk,
 * and the page editor would load sixty. A group takes what its modules import along, unless an earlier group has it.
 */
const groups = [
  // All but the entry: what the document names has to be a chunk of its own.
  {
    name: 'start',
    tags: ['$initial' as const],
    test: (id: string) => !/(main\.tsx|index\.html)$/.test(id),
    priority: 5,
  },
  // Shared with screens that need no session.
  { name: 'design', test: /[\\/]src[\\/](design|sign-in)[\\/]/, minShareCount: 2, priority: 4 },
  { name: 'signed-in', test: /[\\/](signed-in-app|screen)\.tsx$/, priority: 3 },
  // Without what only other screens than the editor share: it would load the map and their dialogs too.
  {
    name: 'screens',
    test: /[\\/](src|contract)[\\/](?!signed-in[\\/](stats|shares|changes|import|account|welcome|files)[\\/])/,
    minShareCount: 2,
    priority: 2,
  },
  // After the screen, and without what the numbers screen needs besides.
  { name: 'live', test: /[\\/]stats[\\/]live[\\/](use-live|live-feed|live-state|live-count)\./, priority: 1 },
  { name: 'map', test: /[\\/]stats[\\/]map[\\/]/, priority: 1 },
  { name: 'stats', test: /[\\/]signed-in[\\/]stats[\\/]/, minShareCount: 2, priority: 0 },
];

/** Hashes do not compress, and every file names those that it imports. Six characters are 36 bits. */
const fileNames = {
  entryFileNames: 'assets/[name]-[hash:6].js',
  chunkFileNames: 'assets/[name]-[hash:6].js',
  assetFileNames: 'assets/[name]-[hash:6][extname]',
};

export default defineConfig({
  root: here,
  base: './',
  plugins: [
    // Babel's own types, which would say that the rest is optional, are not installed.
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig }, { configPath })] } as Parameters<typeof babel>[0]),
    lingui({ configPath, failOnMissing: true, failOnCompileError: true }),
    react(),
    preloadTexts(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: browsers,
    // A data: URL would need a wider policy.
    assetsInlineLimit: 0,
    // One small file: no screen waits for its styles.
    cssCodeSplit: false,
    // All browsers named above have it.
    modulePreload: { polyfill: false },
    // How long plugins take is no problem of the sources: a slow machine would report it with every installation.
    rolldownOptions: { checks: { bundlerTimings: false }, output: { codeSplitting: { groups }, ...fileNames } },
  },
});

/**
 * Every first screen needs the texts for everybody, which only the running code imports: the document names them too. The
 * server leaves those of one language in it.
 */
function preloadTexts(): Plugin {
  return {
    name: 'preload-texts',
    transformIndexHtml: (_html, { bundle = {} }) =>
      Object.values(bundle).flatMap((file) => {
        const module = file.type === 'chunk' ? file.facadeModuleId : undefined;
        const language = /\/src\/locales\/(\w+)\.po$/.exec(module ?? '')?.[1];
        if (language === undefined) return [];
        const attrs = {
          rel: 'modulepreload',
          crossorigin: true,
          href: `./${file.fileName}`,
          'data-language': language,
        };
        return [{ tag: 'link', attrs, injectTo: 'head' as const }];
      }),
  };
}
