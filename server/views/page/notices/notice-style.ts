// The style of notices. A notice that belongs to a page has the colours, fonts and shapes of that page; others have
// those of the service. Text has a contrast of at least 4.5 : 1 in light and dark mode.
import { isDark } from '../../../../contract/page/colours.ts';
import { between, groundsOf } from '../../../../contract/page/contrast.ts';
import type { Palette } from '../../../../contract/page/palettes.ts';
import { themeDefaults } from '../../../../contract/page/theme-defaults.ts';
import { fontFaces } from '../style/faces.ts';
import { type PageTheme, plainColours } from '../style/plain-colours.ts';
import { type ThemeColours, textShade } from '../style/theme-colours.ts';
import { tokens } from '../style/tokens.ts';

/**
 * `text` is what the notice says: only the fonts for it are loaded. Without a page, the theme is that of the service.
 */
export function noticeStyle(page: PageTheme | undefined, text: string): string {
  if (!page) return serviceStyle;
  const { customize } = page;
  const colours = plainColours(page);
  const [from, to] = colours.ground ?? [];
  const ground = to ? `linear-gradient(160deg,${from},${to})` : 'var(--bg)';
  const parts = [
    fontFaces({ customize, name: text, bio: '', blocks: [] }),
    tokens(page, colours),
    wrongColours(colours),
    rules,
    from !== undefined && `body{background:${ground}}`,
  ];
  return parts.filter(Boolean).join('\n');
}

/** The colour of errors. */
function wrongColours({ first, night, ground }: ThemeColours): string {
  const colour = (palette: Palette) => {
    const { bg, surface, text } = palette;
    const behind = [...(ground ? between(ground) : groundsOf(palette)), surface];
    return `:root{--wrong:${textShade(text, isDark(bg) ? '#ff9d94' : '#a8201a', behind)}}`;
  };
  return colour(first) + (night ? `@media (prefers-color-scheme:dark){${colour(night)}}` : '');
}

const rules = `
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;align-items:center;padding:1.5rem 1.25rem;background:radial-gradient(60rem 34rem at 50% 22%,var(--wash-1,var(--surface)),transparent) var(--bg);color:var(--text);font:1.0625rem/1.6 var(--font);text-align:center;overflow-wrap:anywhere}
main{flex:1;display:flex;flex-direction:column;align-items:center;justify-content:center;width:min(34rem,100%);padding-block:2rem}
svg{width:clamp(9rem,40vw,12.5rem);height:auto;margin-block-end:1.75rem}
.ground{fill:var(--text);opacity:.08}.post{fill:var(--border)}.lower{fill:color-mix(in srgb,var(--button) 30%,var(--bg))}.arm{fill:var(--button)}
.tick{fill:none;stroke:var(--button-text);stroke-width:7;stroke-linecap:round;stroke-linejoin:round}
text{fill:var(--button-text);font:750 28px system-ui,sans-serif;letter-spacing:.06em}
h1{margin:0;font-family:var(--font-display);font-size:clamp(1.625rem,1.3rem + 1.6vw,2.25rem);line-height:1.2;letter-spacing:-.02em;text-wrap:balance;font-synthesis:none}
[dir=rtl] h1{letter-spacing:0}
p{margin:.75rem 0 0;color:var(--muted);text-wrap:pretty}
p :is(b,strong){color:var(--text)}
.ways{display:flex;flex-wrap:wrap;justify-content:center;gap:.75rem;width:100%;margin-block-start:2rem}
.ways :is(a,button){display:inline-flex;align-items:center;justify-content:center;min-height:3rem;padding:.5rem 1.75rem;border:2px solid var(--accent);border-radius:var(--radius);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.ways .go{border-color:var(--button);background:var(--button);color:var(--button-text)}
.or{color:var(--accent)}
.ways :is(a,button):hover{text-decoration:underline;text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:var(--radius)}
@media(max-width:26rem){.ways :is(a,button){width:100%}}
footer{font-size:.875rem}
footer a{display:inline-block;padding:.5rem 1rem;color:var(--muted)}
`.trim();

/** The colours of the home page. */
const service: ThemeColours = {
  hasOwnButtons: false,
  isDark: false,
  first: {
    bg: '#f5f6f3',
    surface: '#ffffff',
    text: '#17211c',
    muted: '#56635c',
    accent: '#1f5b41',
    button: '#1f5b41',
    buttonText: '#ffffff',
    border: '#7c8a82',
  },
  night: {
    bg: '#0f1512',
    surface: '#171f1b',
    text: '#e9efeb',
    muted: '#9faca4',
    accent: '#72d2a0',
    button: '#72d2a0',
    buttonText: '#0f1512',
    border: '#6f7e76',
  },
};

/** With the fonts of the system: the fonts of pages are not served everywhere. */
const withSystemFont = { ...themeDefaults('quiet'), radius: 'pill' as const };

const serviceStyle = [tokens({ customize: withSystemFont }, service), wrongColours(service), rules].join('\n');
