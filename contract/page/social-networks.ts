// The social networks of a profile: their names, the addresses of profiles, and what a handle looks like.

/** The six of `GET /user`, in the order of the contract. */
export const contractNetworks = ['email', 'whatsapp', 'facebook', 'instagram', 'twitter', 'youtube'] as const;
/** All of them, in the order of the page. */
export const networks = [
  ...contractNetworks,
  'tiktok',
  'linkedin',
  'bluesky',
  'mastodon',
  'threads',
  'spotify',
  'apple_music',
  'twitch',
  'discord',
  'telegram',
  'github',
  'pinterest',
  'snapchat',
  'signal',
  'soundcloud',
  'bandcamp',
  'patreon',
  'kofi',
  'website',
  'rss',
] as const;
export type Network = (typeof networks)[number];

export interface SocialNetwork {
  name: string;
  /** What owners may enter, as the end of "must be …". */
  expects: string;
  /** Domains whose addresses are accepted as they are, with any subdomain. Empty if the network has no site of its own. */
  hosts: readonly string[];
  /** The part of a profile's address that is not the handle, with `{}` in its place; without it, there are no handles. */
  profile?: string;
  /** The rule of a handle, without its @. */
  handle?: RegExp;
  /** Pattern of a profile's address, without scheme and `www.`. It captures the handle. */
  page?: RegExp;
}

/** For networks whose own rules change too often to be repeated here. */
const anyHandle = /^[\p{L}\p{N}_][\p{L}\p{N}._-]{0,99}$/u;
const NAME = '(\\w[\\w.-]{0,99})';
/** `path` captures the handle. A query or a fragment is only for tracking. */
const page = (host: string, path: string) => new RegExp(`^(?:m\\.|mobile\\.)?(?:${host})/${path}/?(?:[?#].*)?$`, 'i');

/** A site whose handles are the first part of the path. */
function plainSite(name: string, host: string, more: Partial<SocialNetwork> = {}): SocialNetwork {
  return {
    name,
    expects: `a ${name} name or address`,
    hosts: [host],
    profile: `https://${host}/{}`,
    handle: anyHandle,
    page: page(host.replace('.', '\\.'), `@?${NAME}`),
    ...more,
  };
}

export const socialNetworks: Readonly<Record<Network, SocialNetwork>> = {
  email: { name: 'E-mail', expects: 'an e-mail address', hosts: [] },
  whatsapp: {
    name: 'WhatsApp',
    expects: 'an international telephone number, or a WhatsApp address',
    hosts: ['wa.me', 'whatsapp.com'],
    page: /^wa\.me\/(\+?\d{7,15})\/?$/,
  },
  facebook: plainSite('Facebook', 'facebook.com', {
    hosts: ['facebook.com', 'fb.com', 'fb.me'],
    profile: 'https://www.facebook.com/{}',
    page: page('facebook\\.com|fb\\.com', `(?!.*\\.php)${NAME}`),
  }),
  instagram: plainSite('Instagram', 'instagram.com', {
    expects: 'an Instagram name or address',
    profile: 'https://www.instagram.com/{}',
  }),
  twitter: plainSite('X', 'x.com', {
    expects: 'an X name or address',
    hosts: ['x.com', 'twitter.com'],
    page: page('x\\.com|twitter\\.com', NAME),
  }),
  youtube: plainSite('YouTube', 'youtube.com', {
    hosts: ['youtube.com', 'youtu.be'],
    profile: 'https://www.youtube.com/@{}',
    page: page('youtube\\.com', `@${NAME}`),
  }),
  tiktok: plainSite('TikTok', 'tiktok.com', {
    profile: 'https://www.tiktok.com/@{}',
    page: page('tiktok\\.com', `@${NAME}`),
  }),
  linkedin: plainSite('LinkedIn', 'linkedin.com', {
    hosts: ['linkedin.com', 'lnkd.in'],
    profile: 'https://www.linkedin.com/in/{}',
    page: page('(?:[a-z]{2}\\.)?linkedin\\.com', `in/${NAME}`),
  }),
  bluesky: {
    name: 'Bluesky',
    expects: 'a Bluesky handle such as ada.bsky.social, or a Bluesky address',
    hosts: ['bsky.app'],
    profile: 'https://bsky.app/profile/{}',
    handle: /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i,
    page: page('bsky\\.app', 'profile/([\\w-]+(?:\\.[\\w-]+)+)'),
  },
  mastodon: { name: 'Mastodon', expects: 'a Mastodon handle such as @ada@mastodon.social, or its address', hosts: [] },
  threads: plainSite('Threads', 'threads.com', {
    hosts: ['threads.com', 'threads.net'],
    profile: 'https://www.threads.com/@{}',
    page: page('threads\\.com|threads\\.net', `@${NAME}`),
  }),
  spotify: plainSite('Spotify', 'open.spotify.com', {
    hosts: ['spotify.com', 'spotify.link'],
    profile: 'https://open.spotify.com/user/{}',
    page: page('open\\.spotify\\.com', `(?:intl-[a-z]+/)?user/${NAME}`),
  }),
  apple_music: { name: 'Apple Music', expects: 'an Apple Music address', hosts: ['music.apple.com'] },
  twitch: plainSite('Twitch', 'twitch.tv', { profile: 'https://www.twitch.tv/{}' }),
  discord: {
    name: 'Discord',
    expects: 'a Discord invitation such as discord.gg/abc123',
    hosts: ['discord.gg', 'discord.com', 'discordapp.com'],
  },
  telegram: plainSite('Telegram', 't.me', {
    hosts: ['t.me', 'telegram.me', 'telegram.org'],
    handle: /^[A-Za-z]\w{3,31}$/,
    page: page('t\\.me|telegram\\.me', '([A-Za-z]\\w{3,31})'),
  }),
  github: plainSite('GitHub', 'github.com', { handle: /^[A-Za-z\d](?:-?[A-Za-z\d]){0,38}$/ }),
  pinterest: plainSite('Pinterest', 'pinterest.com', {
    hosts: [
      ...['com', 'de', 'fr', 'es', 'it', 'at', 'ch', 'ca', 'jp', 'pt', 'se', 'dk', 'ie', 'nz', 'ph'],
      ...['co.uk', 'co.kr', 'com.au', 'com.mx'],
    ].map((end) => `pinterest.${end}`),
    profile: 'https://www.pinterest.com/{}/',
    page: page('(?:[a-z]{2}\\.)?pinterest(?:\\.[a-z]{2,3}){1,2}', NAME),
  }),
  snapchat: plainSite('Snapchat', 'snapchat.com', {
    profile: 'https://www.snapchat.com/add/{}',
    page: page('snapchat\\.com', `(?:add/|@)${NAME}`),
  }),
  signal: {
    name: 'Signal',
    expects: 'an international telephone number, or a signal.me address',
    hosts: ['signal.me', 'signal.group'],
    page: /^signal\.me\/#p\/(\+\d{7,15})$/,
  },
  soundcloud: plainSite('SoundCloud', 'soundcloud.com'),
  bandcamp: plainSite('Bandcamp', 'bandcamp.com', {
    profile: 'https://{}.bandcamp.com',
    handle: /^[a-z\d](?:[a-z\d-]{0,60}[a-z\d])?$/i,
    page: /^(?!daily\.|get\.)([a-z\d-]+)\.bandcamp\.com\/?(?:music\/?)?(?:[?#].*)?$/i,
  }),
  patreon: plainSite('Patreon', 'patreon.com', {
    profile: 'https://www.patreon.com/{}',
    page: page('patreon\\.com', `(?:c/)?${NAME}`),
  }),
  kofi: plainSite('Ko-fi', 'ko-fi.com'),
  website: { name: 'Website', expects: 'an http or https address', hosts: [] },
  rss: { name: 'RSS', expects: 'the http or https address of a feed', hosts: [] },
};
