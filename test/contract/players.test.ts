// Pasted addresses of videos and music, as people copy them from browsers, apps and "share" menus.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { playerOf } from '../../contract/page/players.ts';

const YOUTUBE = ['youtube', 'aqz-KE-bpKQ'];
const videos: [string, string[]][] = [
  ['https://www.youtube.com/watch?v=aqz-KE-bpKQ', YOUTUBE],
  ['http://youtube.com/watch?v=aqz-KE-bpKQ', YOUTUBE],
  ['youtube.com/watch?v=aqz-KE-bpKQ', YOUTUBE],
  ['  //www.youtube.com/watch?v=aqz-KE-bpKQ\n', YOUTUBE],
  ['HTTPS://WWW.YouTube.com/watch?v=aqz-KE-bpKQ', YOUTUBE],
  ['https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=42s', YOUTUBE],
  ['https://www.youtube.com/watch?list=PL1234&index=3&v=aqz-KE-bpKQ&si=abcDEF', YOUTUBE],
  ['https://www.youtube.com/watch?app=desktop&feature=youtu.be&v=aqz-KE-bpKQ#t=10', YOUTUBE],
  ['https://m.youtube.com/watch?v=aqz-KE-bpKQ', YOUTUBE],
  ['https://music.youtube.com/watch?v=aqz-KE-bpKQ&si=x', YOUTUBE],
  ['https://youtu.be/aqz-KE-bpKQ', YOUTUBE],
  ['youtu.be/aqz-KE-bpKQ?si=abcDEF&t=42', YOUTUBE],
  ['https://www.youtube.com/shorts/aqz-KE-bpKQ?feature=share', YOUTUBE],
  ['https://youtube.com/live/aqz-KE-bpKQ?si=x', YOUTUBE],
  ['https://www.youtube.com/embed/aqz-KE-bpKQ?rel=0', YOUTUBE],
  ['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ', YOUTUBE],
  ['https://www.youtube.com/v/aqz-KE-bpKQ', YOUTUBE],
  ['https://www.youtube.com/watch/aqz-KE-bpKQ', YOUTUBE],
  ['https://vimeo.com/76979871', ['vimeo', '76979871']],
  ['vimeo.com/76979871?share=copy#t=3', ['vimeo', '76979871']],
  ['https://www.vimeo.com/76979871/', ['vimeo', '76979871']],
  ['https://player.vimeo.com/video/76979871?h=abc', ['vimeo', '76979871']],
  ['https://vimeo.com/channels/staffpicks/76979871', ['vimeo', '76979871']],
  ['https://vimeo.com/groups/shortfilms/videos/76979871', ['vimeo', '76979871']],
  ['https://vimeo.com/showcase/12/video/76979871', ['vimeo', '76979871']],
  ['https://vimeo.com/manage/videos/76979871', ['vimeo', '76979871']],
  ['https://www.tiktok.com/@ada.fenwick/video/7106594312292453675', ['tiktok', '7106594312292453675']],
  ['https://www.tiktok.com/@ada/video/7106594312292453675?is_from_webapp=1', ['tiktok', '7106594312292453675']],
  ['tiktok.com/@ada/video/7106594312292453675', ['tiktok', '7106594312292453675']],
  ['https://m.tiktok.com/v/7106594312292453675.html', ['tiktok', '7106594312292453675']],
  ['https://www.tiktok.com/embed/v2/7106594312292453675', ['tiktok', '7106594312292453675']],
  ['https://www.tiktok.com/player/v1/7106594312292453675', ['tiktok', '7106594312292453675']],
];

const SONG = '4uLU6hMCjMI75M1A2tKUQC';
const music: [string, string[]][] = [
  [`https://open.spotify.com/track/${SONG}`, ['spotify', 'track', SONG]],
  [`https://open.spotify.com/track/${SONG}?si=0123abcd`, ['spotify', 'track', SONG]],
  [`open.spotify.com/intl-de/track/${SONG}`, ['spotify', 'track', SONG]],
  [`https://open.spotify.com/intl-pt/album/${SONG}`, ['spotify', 'album', SONG]],
  [`https://open.spotify.com/playlist/${SONG}`, ['spotify', 'playlist', SONG]],
  [`https://open.spotify.com/user/ada/playlist/${SONG}`, ['spotify', 'playlist', SONG]],
  [`https://open.spotify.com/artist/${SONG}/`, ['spotify', 'artist', SONG]],
  [`https://open.spotify.com/episode/${SONG}`, ['spotify', 'episode', SONG]],
  [`https://open.spotify.com/show/${SONG}`, ['spotify', 'show', SONG]],
  [`https://open.spotify.com/embed/track/${SONG}?utm_source=generator`, ['spotify', 'track', SONG]],
  [`https://open.spotify.com/embed/intl-de/show/${SONG}`, ['spotify', 'show', SONG]],
  [`spotify:track:${SONG}`, ['spotify', 'track', SONG]],
  ['https://soundcloud.com/fenwick/radio-one', ['soundcloud', 'track', 'fenwick/radio-one']],
  ['https://soundcloud.com/fenwick/radio-one?si=a&utm_source=clipboard', ['soundcloud', 'track', 'fenwick/radio-one']],
  ['m.soundcloud.com/fenwick/radio-one', ['soundcloud', 'track', 'fenwick/radio-one']],
  ['https://soundcloud.com/fenwick/radio-one/s-AbC12', ['soundcloud', 'track', 'fenwick/radio-one/s-AbC12']],
  ['https://soundcloud.com/fenwick/sets/radio', ['soundcloud', 'playlist', 'fenwick/sets/radio']],
  ['https://soundcloud.com/fenwick', ['soundcloud', 'artist', 'fenwick']],
  ['https://soundcloud.com/fenwick/tracks', ['soundcloud', 'artist', 'fenwick']],
  ['https://soundcloud.com/fenwick/sets', ['soundcloud', 'artist', 'fenwick']],
  [
    'https://w.soundcloud.com/player/?url=https%3A//soundcloud.com/fenwick/radio-one&color=%23ff5500',
    ['soundcloud', 'track', 'fenwick/radio-one'],
  ],
  ['https://music.apple.com/de/album/abbey-road/1441164426', ['apple_music', 'album', 'de/album/1441164426']],
  ['https://music.apple.com/de/album/%E6%97%A5%E6%9C%AC/1441164426', ['apple_music', 'album', 'de/album/1441164426']],
  ['https://music.apple.com/de/album/1441164426', ['apple_music', 'album', 'de/album/1441164426']],
  ['music.apple.com/de/album/come-together/1441164426?i=1441164430', ['apple_music', 'track', 'de/song/1441164430']],
  ['https://music.apple.com/gb/song/come-together/1441164430', ['apple_music', 'track', 'gb/song/1441164430']],
  [
    'https://music.apple.com/us/playlist/todays-hits/pl.f4d106fed2bd41149aaacabb233eb5eb',
    ['apple_music', 'playlist', 'us/playlist/pl.f4d106fed2bd41149aaacabb233eb5eb'],
  ],
  [
    'https://music.apple.com/us/playlist/x/pl.u-8aAVZAPtyVLJ',
    ['apple_music', 'playlist', 'us/playlist/pl.u-8aAVZAPtyVLJ'],
  ],
  ['https://music.apple.com/us/artist/the-beatles/136975', ['apple_music', 'artist', 'us/artist/136975']],
  ['https://embed.music.apple.com/de/album/abbey-road/1441164426', ['apple_music', 'album', 'de/album/1441164426']],
];

const others = [
  '',
  'aqz-KE-bpKQ',
  'not an address',
  'https://example.com/watch?v=aqz-KE-bpKQ',
  // Only look alike.
  'https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ',
  'https://evil-youtube.com/watch?v=aqz-KE-bpKQ',
  'https://xyoutu.be/aqz-KE-bpKQ',
  'https://evil.example/youtube.com/watch?v=aqz-KE-bpKQ',
  'https://evil.example/?u=https://youtu.be/aqz-KE-bpKQ',
  'https://youtube.com@evil.example/watch?v=aqz-KE-bpKQ',
  'https://user@youtube.com/watch?v=aqz-KE-bpKQ',
  `https://open.spotify.com.evil.example/track/${SONG}`,
  'https://soundcloud.com.evil.example/fenwick/radio',
  'https://w.soundcloud.com/player/?url=https://soundcloud.com.evil.example/fenwick/radio',
  // Of the services, but nothing to play.
  'https://www.youtube.com/',
  'https://www.youtube.com/@ada',
  'https://www.youtube.com/playlist?list=PL1234',
  'https://www.youtube.com/embed/videoseries?list=PL1234',
  'https://www.youtube.com/embed/live_stream?channel=UC1',
  'https://www.youtube.com/watch?v=aqz-KE-bp',
  'https://www.youtube.com/watch?v=%22%3E%3Cscript%3E',
  'https://vimeo.com/ada',
  'https://vimeo.com/album/12',
  'https://vimeo.com/76979871/1234567890',
  'https://www.tiktok.com/@ada',
  'https://vm.tiktok.com/ZM8abc/',
  'https://open.spotify.com/user/ada',
  'https://open.spotify.com/track/..%2f..%2fhacked',
  'https://on.soundcloud.com/AbC12',
  'https://soundcloud.com/discover',
  'https://soundcloud.com/',
  'https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/1',
  'https://music.apple.com/de/browse',
  'https://music.apple.com/de/album',
  // Not the web.
  'javascript:alert(1)//youtube.com/watch?v=aqz-KE-bpKQ',
  'data:text/html,https://youtu.be/aqz-KE-bpKQ',
  'ftp://youtu.be/aqz-KE-bpKQ',
  'spotify:user:ada',
  'https://constructor/',
  '__proto__',
];

describe('A pasted address', () => {
  it('of a video has its provider and id', () => {
    for (const [address, [provider, id]] of videos) {
      assert.deepEqual(playerOf(address), { block: 'video', content: { provider, id } }, address);
    }
  });

  it('of music has its provider, kind and id', () => {
    for (const [address, [provider, kind, id]] of music) {
      assert.deepEqual(playerOf(address), { block: 'music', content: { provider, kind, id } }, address);
    }
  });

  it('of anything else is no player', () => {
    for (const address of others) assert.equal(playerOf(address), undefined, address);
  });
});
