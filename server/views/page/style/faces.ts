// The `@font-face` rules of a page: the subsets that its text needs, and a local fallback scaled to the same width.
import {
  type Font,
  findFont,
  fontPath,
  fonts,
  joinedSubsets,
  type Subset,
  subsetsFor,
  subsetsOf,
  unicodeRanges,
} from '../../../../contract/page/fonts.ts';
import type { Page, PageBlock } from '../../../../contract/page/page.ts';
import { themeNamed } from '../../../../contract/page/themes.ts';

interface Faces {
  text: Font;
  display: Font;
}

/** The two fonts of the theme, or the one that the owner chose. */
export function facesOf({ customize }: Pick<Page, 'customize'>): Faces {
  const theme = themeNamed(customize.theme);
  const chosen = findFont(customize.font);
  if (chosen && chosen.name !== theme.font) return { text: chosen, display: chosen };
  return { text: named(theme.font), display: named(theme.display) };
}

const standIns = {
  sans: { local: 'local("Arial"),local("Liberation Sans"),local("Roboto")', stack: 'system-ui,sans-serif' },
  serif: { local: 'local("Times New Roman"),local("Liberation Serif"),local("Georgia")', stack: 'Georgia,serif' },
  mono: { local: 'local("Courier New"),local("Liberation Mono")', stack: 'ui-monospace,monospace' },
  hand: { local: 'local("Arial"),local("Roboto")', stack: 'cursive' },
};

/** The value of `font-family`. */
export function familyOf({ title, kind, files }: Font): string {
  const { stack } = standIns[kind];
  return files ? `"${title}","${title} local",${stack}` : stack;
}

const subsetsByBlock = new WeakMap<PageBlock, readonly Subset[]>();

/** What a block needs is computed once. With large pages it takes a while: see `renderBlocks`. */
export function blockSubsets(block: PageBlock): readonly Subset[] {
  const known = subsetsByBlock.get(block);
  if (known) return known;
  const subsets = subsetsOf(JSON.stringify(block));
  subsetsByBlock.set(block, subsets);
  return subsets;
}

export function fontFaces(page: Pick<Page, 'customize' | 'name' | 'bio' | 'blocks'>): string {
  const { name, bio, blocks } = page;
  const needed = joinedSubsets([subsetsOf(`${name}${bio}`), ...blocks.map(blockSubsets)]);
  return loaded(page)
    .map((font) => faces(font, subsetsFor(font, needed)))
    .join('\n');
}

/** Fonts of the top of the page, to preload. */
export function preloads(page: Page): { href: string }[] {
  return loaded(page).map((font) => ({ href: fontPath(font, 'latin') }));
}

function faces(font: Font, subsets: ReturnType<typeof subsetsFor>): string {
  const { title, kind, files } = font;
  const parts = subsets.map((subset) => {
    // A single subset needs no range: the browser uses the next font for missing characters anyway.
    const range = subsets.length > 1 ? `;unicode-range:${unicodeRanges[subset]}` : '';
    return `@font-face{font-family:"${title}";font-weight:${files!.weights};font-display:swap;src:url(${fontPath(font, subset)}) format("woff2")${range}}`;
  });
  const standIn = `@font-face{font-family:"${title} local";src:${standIns[kind].local};size-adjust:${files!.width}%}`;
  return [...parts, standIn].join('\n');
}

function loaded(page: Pick<Page, 'customize'>): Font[] {
  const { text, display } = facesOf(page);
  return [...new Set([text, display])].filter(({ files }) => files !== undefined);
}

function named(name: string): Font {
  return findFont(name) ?? fonts[0];
}
