// A track, album or podcast on Spotify, SoundCloud or Apple Music, behind a still.
import type { BlockContent } from '../../../../../contract/blocks/index.ts';
import { html } from '../../../html.ts';
import type { BlockView, Player } from '../view.ts';
import { still } from './still.ts';

type Music = BlockContent<'music'>;

const providers: Record<Music['provider'], (path: string, kind: Music['kind']) => Player> = {
  spotify: (id, kind) => ({
    provider: 'Spotify',
    src: `https://open.spotify.com/embed/${kind}/${encodeURIComponent(id)}`,
    page: `https://open.spotify.com/${kind}/${encodeURIComponent(id)}`,
  }),
  soundcloud: (path) => {
    const page = new URL(path, 'https://soundcloud.com/').href;
    return { provider: 'SoundCloud', src: `https://w.soundcloud.com/player/?url=${encodeURIComponent(page)}`, page };
  },
  apple_music: (path) => ({
    provider: 'Apple Music',
    src: new URL(path, 'https://embed.music.apple.com/').href,
    page: new URL(path, 'https://music.apple.com/').href,
  }),
};

/** A waveform as decoration. */
const tune = html`<svg class="tune" viewBox="0 0 128 40" preserveAspectRatio="xMaxYMid slice" aria-hidden="true"><path d="M4 17v6m10-12v18m10-14v10m10-22v34m10-26v18m10-28v38m10-30v22m10-16v10m10-18v26m10-32v38m10-26v14m10-20v26m10-16v6"/></svg>`;

export const music: BlockView<'music'> = {
  sharedStyle: 'still',
  player({ content: { provider, kind, id } }) {
    return id === '' ? undefined : providers[provider](id, kind);
  },
  render(block, page) {
    const player = music.player!(block);
    return (
      player &&
      still(player, page, { name: block.name, shape: isOne(block.content.kind) ? 'one' : 'many', ornament: tune })
    );
  },
  style: `
:is(.one,.many){block-size:9.5rem}.many:has(iframe){block-size:22rem}
:is(.one,.many) .embed{justify-content:start;padding-inline:1.5rem}
.tune{flex:1;min-inline-size:0;max-inline-size:12rem;block-size:3rem;margin-inline-start:auto;fill:none;stroke:var(--accent);stroke-width:4;stroke-linecap:round;opacity:.6}
@media(max-width:30rem){.tune{display:none}}
`,
};

/** Playlists and albums need more height than a single track. */
function isOne(kind: Music['kind']): boolean {
  return kind === 'track' || kind === 'episode';
}
