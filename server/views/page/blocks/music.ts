// A song, a record or a show on Spotify, SoundCloud or Apple Music, behind a still.
import type { BlockContent } from '../../../../contract/page/block-shapes.ts';
import { still } from './still.ts';
import type { BlockView, Player } from './view.ts';

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

export const music: BlockView<'music'> = {
  player({ content: { provider, kind, id } }) {
    return id === '' ? undefined : providers[provider](id, kind);
  },
  render(block) {
    const player = music.player!(block);
    return player && still(player, isOne(block.content.kind) ? 'one' : 'many');
  },
  style: `
.one{block-size:11rem}.many{block-size:22rem}
:is(.one,.many) .embed{justify-content:start;padding-inline:1.5rem}
`,
};

/** A list of several needs more room than a single piece. */
function isOne(kind: Music['kind']): boolean {
  return kind === 'track' || kind === 'episode';
}
