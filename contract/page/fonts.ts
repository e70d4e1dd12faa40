// The fonts of a page, self-hosted in subsets: a visitor loads only the subsets with the characters on the page. Until
// a font is loaded, a local font scaled to the same width is used, so that lines do not reflow.

/** Version of the font packages. It is in every URL, so that files can be cached forever. */
export const fontsVersion = '5.3.0';

export type Subset = 'latin' | 'latin-ext' | 'vietnamese' | 'cyrillic' | 'cyrillic-ext' | 'greek' | 'greek-ext';
type Kind = 'sans' | 'serif' | 'mono' | 'hand';

export interface Font {
  name: string;
  title: string;
  kind: Kind;
  /** Undefined for the system font. */
  files?: {
    package: string;
    /** Suffix of the file name: all weights in one file, or the only weight. */
    cut: 'wght' | '400';
    weights: string;
    subsets: readonly Subset[];
    /** Its width relative to the fallback font, in per cent. */
    width: number;
  };
}

const latin = ['latin', 'latin-ext'] as const;
const vietnamese = [...latin, 'vietnamese'] as const;
const cyrillic = [...latin, 'cyrillic', 'cyrillic-ext'] as const;

export const fonts = [
  { name: 'system', title: 'System', kind: 'sans' },
  variable('inter', 'Inter', 'sans', '100 900', [...cyrillic, 'greek', 'greek-ext', 'vietnamese'], 107),
  variable('dm-sans', 'DM Sans', 'sans', '100 1000', latin, 106),
  variable('outfit', 'Outfit', 'sans', '100 900', latin, 100),
  variable('nunito', 'Nunito', 'sans', '200 1000', [...cyrillic, 'vietnamese'], 102),
  variable('space-grotesk', 'Space Grotesk', 'sans', '300 700', vietnamese, 111),
  variable('bricolage-grotesque', 'Bricolage Grotesque', 'sans', '200 800', vietnamese, 107),
  single('archivo-black', 'Archivo Black', 'sans', 125),
  variable('lora', 'Lora', 'serif', '400 700', [...cyrillic, 'vietnamese'], 117),
  variable('fraunces', 'Fraunces', 'serif', '100 900', vietnamese, 117),
  variable('playfair-display', 'Playfair Display', 'serif', '400 900', [...latin, 'cyrillic', 'vietnamese'], 117),
  single('dm-serif-display', 'DM Serif Display', 'serif', 111),
  variable('jetbrains-mono', 'JetBrains Mono', 'mono', '100 800', [...cyrillic, 'greek', 'vietnamese'], 100),
  variable('caveat', 'Caveat', 'hand', '400 700', cyrillic, 78),
] as const satisfies readonly Font[];

export type FontName = (typeof fonts)[number]['name'];

const byName: ReadonlyMap<string, Font> = new Map(fonts.map((font) => [font.name, font]));

export function findFont(name: string): Font | undefined {
  return byName.get(name);
}

/** The `unicode-range` of each subset, the same in every package. */
export const unicodeRanges: Record<Subset, string> = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  vietnamese:
    'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB',
  cyrillic: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
  'cyrillic-ext': 'U+0460-052F,U+1C80-1C8A,U+20B4,U+2DE0-2DFF,U+A640-A69F,U+FE2E-FE2F',
  greek: 'U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF',
  'greek-ext': 'U+1F00-1FFF',
};

const letters = Object.entries(unicodeRanges).map(([subset, ranges]) => {
  const characters = ranges.replace(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?,?/g, (_, from, to) =>
    to ? `\\u${from}-\\u${to}` : `\\u${from}`,
  );
  return [subset as Subset, new RegExp(`[${characters}]`)] as const;
});

/** The subsets that a text needs. Latin is always included, for our own texts. */
export function subsetsOf(text: string): readonly Subset[] {
  // All other subsets are above Latin, so most texts need only this check.
  if (!/[^\0-\xff]/.test(text)) return ['latin'];
  return letters.filter(([subset, pattern]) => subset === 'latin' || pattern.test(text)).map(([subset]) => subset);
}

/** The subsets that one of several texts needs. */
export function joinedSubsets(all: readonly (readonly Subset[])[]): readonly Subset[] {
  const needed = new Set(all.flat());
  return letters.map(([subset]) => subset).filter((subset) => needed.has(subset));
}

/** The subsets of these that the font has. */
export function subsetsFor({ files }: Font, needed: readonly Subset[]): Subset[] {
  return needed.filter((subset) => files?.subsets.includes(subset));
}

export function fontFile({ name, files }: Font, subset: Subset): string {
  return `${name}-${subset}-${files?.cut}-normal.woff2`;
}

export function fontPath(font: Font, subset: Subset): string {
  return `/assets/fonts/${fontsVersion}/${fontFile(font, subset)}`;
}

function variable<Name extends string>(
  name: Name,
  title: string,
  kind: Kind,
  weights: string,
  subsets: readonly Subset[],
  width: number,
) {
  return {
    name,
    title,
    kind,
    files: { package: `@fontsource-variable/${name}`, cut: 'wght', weights, subsets, width },
  } as const;
}

function single<Name extends string>(name: Name, title: string, kind: Kind, width: number) {
  return {
    name,
    title,
    kind,
    files: { package: `@fontsource/${name}`, cut: '400', weights: '400', subsets: latin, width },
  } as const;
}
