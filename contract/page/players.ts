// The address of a video or a piece of music, or of its embedded player, as the content of a block. Nothing is fetched:
// short addresses that only redirect, such as `on.soundcloud.com/…`, are not recognised.
import type { BlockContent } from '../blocks/index.ts';
import { parseAddress } from './targets.ts';

type Video = BlockContent<'video'>;
type Music = BlockContent<'music'>;
export type Player = { block: 'video'; content: Video } | { block: 'music'; content: Music };

interface Address {
  path: string[];
  parameter(name: string): string | undefined;
}

/** Undefined if a page cannot play it. The scheme may be missing, as in `youtu.be/aqz-KE-bpKQ`. */
export function playerOf(address: string): Player | undefined {
  const typed = address.trim();
  const uri = /^spotify:(\w+):(\w+)$/.exec(typed);
  if (uri) return spotify([uri[1]!, uri[2]!]);
  const whole = /^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed.replace(/^\/\//, '')}`;
  const url = parseAddress(whole);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  const host = url.hostname.replace(/^(?:www|m)\./, '');
  if (!Object.hasOwn(services, host)) return undefined;
  return services[host]!({
    path: url.pathname.split('/').filter((part) => part !== ''),
    parameter: (name) => url.searchParams.get(name) ?? undefined,
  });
}

/** By host, without `www.` and `m.`. */
const services: Record<string, (address: Address) => Player | undefined> = {
  'youtube.com': youtube,
  'youtube-nocookie.com': youtube,
  'music.youtube.com': youtube,
  'youtu.be': ({ path }) => youtubeVideo(path[0]),
  'vimeo.com': ({ path }) => vimeo(path),
  'player.vimeo.com': ({ path }) => (path[0] === 'video' ? vimeo(path.slice(1)) : undefined),
  'tiktok.com': ({ path }) => tiktok(path),
  'open.spotify.com': ({ path }) => spotify(path),
  'play.spotify.com': ({ path }) => spotify(path),
  'soundcloud.com': ({ path }) => soundcloud(path),
  'w.soundcloud.com': ({ parameter }) => soundcloudPlayer(parameter('url')),
  'music.apple.com': appleMusic,
  'embed.music.apple.com': appleMusic,
};

function youtube({ path: [first, second], parameter }: Address): Player | undefined {
  if (first === 'watch') return youtubeVideo(parameter('v') ?? second);
  return ['embed', 'shorts', 'live', 'v', 'e'].includes(first ?? '') ? youtubeVideo(second) : undefined;
}

/** `videoseries` and `live_stream` stand in the place of an id in the addresses of playlists and channels. */
function youtubeVideo(id = ''): Player | undefined {
  const isVideo = /^[A-Za-z0-9_-]{11}$/.test(id) && id !== 'videoseries' && id !== 'live_stream';
  return isVideo ? { block: 'video', content: { provider: 'youtube', id } } : undefined;
}

const vimeoVideo =
  /^(?:channels\/[^/]+\/|groups\/[^/]+\/videos\/|(?:album|showcase)\/\d+\/video\/|manage\/videos\/)?(\d+)$/;

/** An unlisted video has a second part after its number. Its player would need that part, which a block has no field for. */
function vimeo(path: string[]): Player | undefined {
  return numbered('vimeo', vimeoVideo.exec(path.join('/'))?.[1]);
}

function tiktok(path: string[]): Player | undefined {
  const isVideo = path[1] === 'video' || ['v', 'embed', 'player'].includes(path[0] ?? '');
  return isVideo ? numbered('tiktok', path.at(-1)?.replace(/\.html$/, '')) : undefined;
}

function numbered(provider: Video['provider'], id = ''): Player | undefined {
  return /^\d{1,64}$/.test(id) ? { block: 'video', content: { provider, id } } : undefined;
}

const kinds = ['track', 'album', 'playlist', 'artist', 'episode', 'show'] as const;

/** `/intl-de/track/…`, `/embed/track/…`, and `/user/ada/playlist/…` of old. */
function spotify(path: string[]): Player | undefined {
  const [name, id] = path.slice(-2);
  const kind = kinds.find((one) => one === name);
  return kind && /^[A-Za-z0-9]{1,64}$/.test(id ?? '') ? music('spotify', kind, id!) : undefined;
}

/** Pages of SoundCloud itself, in the place of an artist. */
const soundcloudPages = ['discover', 'search', 'stream', 'you', 'upload', 'charts', 'pages', 'tags', 'settings'];
/** Lists of an artist's tracks, in the place of a track. */
const soundcloudLists = ['tracks', 'popular-tracks', 'albums', 'sets', 'reposts', 'likes', 'followers', 'following'];

function soundcloud(path: string[]): Player | undefined {
  const [artist = '', second = '', third] = path;
  if (soundcloudPages.includes(artist)) return undefined;
  if (second === '' || (soundcloudLists.includes(second) && third === undefined)) {
    return music('soundcloud', 'artist', artist);
  }
  return music('soundcloud', second === 'sets' ? 'playlist' : 'track', path.join('/'));
}

/** The player's address contains that of the track's page, or an internal number, which is of no use. */
function soundcloudPlayer(page = ''): Player | undefined {
  return /^https?:\/\/(?:www\.|m\.)?soundcloud\.com\//.test(page) ? playerOf(page) : undefined;
}

/** `/de/album/name/1440857781?i=1440857795` is one song of the album. */
function appleMusic({ path: [country = '', name, ...rest], parameter }: Address): Player | undefined {
  const kind = name === 'song' ? 'track' : kinds.find((one) => one === name);
  const id = rest.at(-1) ?? '';
  if (!kind || !/^[a-z]{2}$/.test(country) || !/^[A-Za-z0-9.-]{1,100}$/.test(id)) return undefined;
  const song = kind === 'album' ? parameter('i') : undefined;
  if (song && /^\d{1,20}$/.test(song)) return music('apple_music', 'track', `${country}/song/${song}`);
  // The title is not needed, and may have letters that an id cannot have.
  return music('apple_music', kind, `${country}/${name}/${id}`);
}

function music(provider: Music['provider'], kind: Music['kind'], id: string): Player | undefined {
  return /^[A-Za-z0-9][A-Za-z0-9_./-]{0,199}$/.test(id)
    ? { block: 'music', content: { provider, kind, id } }
    : undefined;
}
