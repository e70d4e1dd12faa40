// Video and music players, which load only when a visitor clicks their placeholder.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { framesOf } from '../../../server/views/page/blocks.ts';
import { pageModel } from '../page/page-model.ts';
import { blockModel, inside } from './block-model.ts';

describe('Players', () => {
  const player = (type: 'video' | 'music', content: object, settings = {}) => {
    const [, src, page] = /data-src="(.*?)" .*href="(.*?)"/.exec(inside(type, { content, settings }))!;
    return [src!.replaceAll('&amp;', '&'), page];
  };

  it('have a placeholder that names the provider', () => {
    assert.equal(
      inside('video', { name: 'Tea break', content: { provider: 'youtube', id: 'a-_1' } }),
      '<h2 dir="auto">Tea break</h2><div class="player wide card"><a class="embed" data-src="https://www.youtube-nocookie.com/embed/a-_1?rel=0&amp;autoplay=0" data-title="Tea break" href="https://www.youtube.com/watch?v=a-_1" rel="noopener">' +
        '<span class="play"><svg i></span><span><b>Play on YouTube</b><small>This loads content from YouTube.</small></span></a></div>',
    );
    assert.match(inside('music', { content: { provider: 'apple_music', id: 'x' } }), /data-title="Apple Music player"/);
  });

  it('support six providers', () => {
    assert.deepEqual(player('video', { provider: 'vimeo', id: '76979871' }, { autoplay: true }), [
      'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1',
      'https://vimeo.com/76979871',
    ]);
    assert.deepEqual(player('video', { provider: 'tiktok', id: '7' }), [
      'https://www.tiktok.com/player/v1/7?rel=0&autoplay=0',
      'https://www.tiktok.com/@_/video/7',
    ]);
    assert.deepEqual(player('music', { kind: 'album', id: '4uLU' }), [
      'https://open.spotify.com/embed/album/4uLU',
      'https://open.spotify.com/album/4uLU',
    ]);
    assert.deepEqual(player('music', { provider: 'soundcloud', id: 'ada/a-song' }), [
      'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fada%2Fa-song',
      'https://soundcloud.com/ada/a-song',
    ]);
    assert.deepEqual(player('music', { provider: 'apple_music', kind: 'album', id: 'gb/album/1440857781' }), [
      'https://embed.music.apple.com/gb/album/1440857781',
      'https://music.apple.com/gb/album/1440857781',
    ]);
  });

  it('load only from their provider, for any path', () => {
    assert.deepEqual(player('music', { provider: 'apple_music', id: 'a/../../..//evil.example/x' }), [
      'https://embed.music.apple.com//evil.example/x',
      'https://music.apple.com//evil.example/x',
    ]);
    assert.deepEqual(player('music', { id: 'a/../b' }), [
      'https://open.spotify.com/embed/track/a%2F..%2Fb',
      'https://open.spotify.com/track/a%2F..%2Fb',
    ]);
  });

  it('add each of their origins once to the Content-Security-Policy', () => {
    const blocks = [
      blockModel('video', { content: { provider: 'vimeo', id: '1' } }),
      blockModel('video', { content: { provider: 'vimeo', id: '2' } }),
      blockModel('video', { content: { provider: 'tiktok', id: '' } }),
      blockModel('music', { content: { provider: 'soundcloud', id: 'a/b' } }),
      blockModel('text', { content: 'https://www.youtube-nocookie.com' }),
    ];
    assert.deepEqual(framesOf(pageModel({ blocks })), ['https://player.vimeo.com', 'https://w.soundcloud.com']);
  });
});
