// A video on YouTube, Vimeo or TikTok, behind a still.
import type { BlockContent } from '../../../../../contract/blocks/index.ts';
import type { BlockView, Player } from '../view.ts';
import { still } from './still.ts';

type Provider = BlockContent<'video'>['provider'];

const providers: Record<Provider, (id: string, autoplay: 0 | 1) => Player> = {
  youtube: (id, autoplay) => ({
    provider: 'YouTube',
    src: `https://www.youtube-nocookie.com/embed/${id}?rel=0&autoplay=${autoplay}`,
    page: `https://www.youtube.com/watch?v=${id}`,
  }),
  vimeo: (id, autoplay) => ({
    provider: 'Vimeo',
    src: `https://player.vimeo.com/video/${id}?dnt=1&autoplay=${autoplay}`,
    page: `https://vimeo.com/${id}`,
  }),
  tiktok: (id, autoplay) => ({
    provider: 'TikTok',
    src: `https://www.tiktok.com/player/v1/${id}?rel=0&autoplay=${autoplay}`,
    page: `https://www.tiktok.com/@_/video/${id}`,
  }),
};

export const video: BlockView<'video'> = {
  sharedStyle: 'still',
  player({ content: { provider, id }, settings: { autoplay } }) {
    return id === '' ? undefined : providers[provider](encodeURIComponent(id), autoplay ? 1 : 0);
  },
  render(block, page) {
    const player = video.player!(block);
    return (
      player && still(player, page, { name: block.name, shape: block.content.provider === 'tiktok' ? 'tall' : 'wide' })
    );
  },
  style: `
:is(.wide,.tall){aspect-ratio:16/9}.tall:has(iframe){aspect-ratio:9/16;max-inline-size:22rem;margin-inline:auto}
:is(.wide,.tall) .embed{flex-direction:column;text-align:center}
`,
};
