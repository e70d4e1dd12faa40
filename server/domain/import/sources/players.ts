// Turns the URL of a video or a piece of music, or of its embedded player, into a block.
import type { DocumentBlock, DocumentBlockOf } from '../../../../contract/page/document.ts';

type Video = NonNullable<DocumentBlockOf<'video'>['content']>;
type Music = NonNullable<DocumentBlockOf<'music'>['content']>;

const kinds = ['track', 'album', 'playlist', 'artist', 'episode', 'show'] as const;

/** Undefined if a page cannot play it. */
export function playerOf(address: string): DocumentBlock | undefined {
  const url = new URL(address);
  const path = url.pathname.split('/').filter((part) => part !== '');
  switch (url.hostname.replace(/^(?:www|m)\./, '')) {
    case 'youtube.com':
    case 'youtube-nocookie.com':
      return video('youtube', youtubeId(url, path));
    case 'youtu.be':
      return video('youtube', path[0]);
    case 'vimeo.com':
      return video('vimeo', digits(path[0]));
    case 'player.vimeo.com':
      return video('vimeo', path[0] === 'video' ? digits(path[1]) : undefined);
    case 'tiktok.com':
      return video(
        'tiktok',
        ['video', 'player', 'embed'].some((part) => path.includes(part)) ? digits(path.at(-1)) : '',
      );
    case 'open.spotify.com':
      return spotify(path.filter((part) => part !== 'embed' && !part.startsWith('intl-')));
    case 'soundcloud.com':
      return soundcloud(path);
    case 'w.soundcloud.com':
      return playing(url.searchParams.get('url'));
    case 'music.apple.com':
    case 'embed.music.apple.com':
      return appleMusic(path);
    default:
      return undefined;
  }
}

function youtubeId(url: URL, [first, second]: string[]): string | undefined {
  if (first === 'watch') return url.searchParams.get('v') ?? undefined;
  return ['embed', 'shorts', 'live', 'v'].includes(first ?? '') && second !== 'videoseries' ? second : undefined;
}

function video(provider: Video['provider'], id: string | undefined): DocumentBlock | undefined {
  return /^[A-Za-z0-9_-]{1,64}$/.test(id ?? '') ? { block: 'video', content: { provider, id: id! } } : undefined;
}

function music(provider: Music['provider'], kind: Music['kind'], id = ''): DocumentBlock | undefined {
  return /^[A-Za-z0-9][A-Za-z0-9_./-]{0,199}$/.test(id)
    ? { block: 'music', content: { provider, kind, id } }
    : undefined;
}

function spotify([name, id]: string[]): DocumentBlock | undefined {
  const kind = kinds.find((kind) => kind === name);
  return kind && music('spotify', kind, id);
}

function soundcloud(path: string[]): DocumentBlock | undefined {
  const kind = path[1] === 'sets' ? 'playlist' : path.length === 1 ? 'artist' : 'track';
  return music('soundcloud', kind, path.join('/'));
}

/** The player URL contains the URL of the track's page, or an internal number, which is of no use. */
function playing(page: string | null): DocumentBlock | undefined {
  if (page === null || !URL.canParse(page)) return undefined;
  const { hostname, pathname } = new URL(page);
  const isPage = hostname === 'soundcloud.com' || hostname === 'www.soundcloud.com';
  return isPage ? soundcloud(pathname.split('/').filter((part) => part !== '')) : undefined;
}

function appleMusic(path: string[]): DocumentBlock | undefined {
  const kind = path[1] === 'song' ? 'track' : kinds.find((kind) => kind === path[1]);
  return kind && music('apple_music', kind, path.join('/'));
}

function digits(text: string | undefined): string {
  return /^\d+$/.test(text ?? '') ? text! : '';
}
