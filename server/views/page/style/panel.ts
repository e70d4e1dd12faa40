// A panel under the content if text is not readable on the background. Panels of themes are on top of it.
import type { ThemeColours } from './theme-colours.ts';

export function panelStyle({ panel }: ThemeColours): string {
  if (!panel) return '';
  const ground =
    panel === 'solid'
      ? 'background:var(--surface)'
      : 'background:color-mix(in srgb,var(--surface) 90%,transparent);backdrop-filter:blur(1.25rem)';
  return `main,body>footer{${ground};border-radius:max(var(--radius-small),1.25rem)}
main{--pad:clamp(1.5rem,6vw,3rem);flex:none;inline-size:min(100% - 1.5rem,var(--width) + 6rem);max-inline-size:none;margin-block:clamp(.75rem,6vw,4rem) 1rem;padding:var(--pad)}
body>footer{align-self:center;margin-block:auto 1rem;padding:.25rem .75rem}`;
}
