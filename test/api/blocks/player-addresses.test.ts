// Pasted addresses in the place of a video's or a song's id, on both stores.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { enginesOf } from '../../support/engines.ts';
import { type BlockClient, openBlockClient } from './block-client.ts';

const SUPPORTED = {
  video: 'a video on YouTube, Vimeo or TikTok',
  music: 'a track, album, playlist, artist, episode or show on Spotify, SoundCloud or Apple Music',
};

for (const engine of enginesOf(import.meta.url)) {
  describe(`The address of a player on ${engine.name}`, () => {
    let client: BlockClient;
    before(async () => {
      client = await openBlockClient(engine);
    });
    after(() => client.api.close());

    const make = (block: 'video' | 'music', content: object) => client.create({ block, blocks: { content } });
    const content = async (id: number) => (await client.read(id)).blocks.content;

    it('is stored as provider and id, whatever else is sent', async () => {
      const video = await make('video', { id: ' https://youtu.be/aqz-KE-bpKQ?si=x ', provider: 'tiktok' });
      assert.deepEqual(await content(video), { provider: 'youtube', id: 'aqz-KE-bpKQ' });
      assert.match(await client.page('ada'), /https:\/\/www\.youtube-nocookie\.com\/embed\/aqz-KE-bpKQ/);

      await client.postOk(`/blocks/${video}`, { blocks: { content: { id: 'vimeo.com/76979871' } } });
      assert.deepEqual(await content(video), { provider: 'vimeo', id: '76979871' });
      await client.postOk(`/blocks/${video}`, { blocks: { content: { provider: 'tiktok', id: '7106' } } });
      assert.deepEqual(await content(video), { provider: 'tiktok', id: '7106' });

      const music = await make('music', { kind: 'show', id: 'https://soundcloud.com/fenwick/sets/radio' });
      assert.deepEqual(await content(music), { provider: 'soundcloud', kind: 'playlist', id: 'fenwick/sets/radio' });
      await client.postOk(`/blocks/${music}`, { blocks: { content: { id: 'spotify:track:4uLU6hMCjMI75M1A2tKUQC' } } });
      assert.deepEqual(await content(music), { provider: 'spotify', kind: 'track', id: '4uLU6hMCjMI75M1A2tKUQC' });
    });

    it('is rejected with the services that can be played, and changes nothing', async () => {
      for (const block of ['video', 'music'] as const) {
        const id = await make(block, { id: 'abc' });
        for (const address of [
          'https://example.com/song.mp3',
          'example.com/song.mp3',
          'https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ',
          block === 'video' ? 'https://soundcloud.com/fenwick/radio' : 'https://youtu.be/aqz-KE-bpKQ',
        ]) {
          const answer = await client.post(`/blocks/${id}`, { blocks: { content: { id: address } } });
          assert.equal(answer.status, 422, address);
          assert.deepEqual(answer.body.errors, {
            'blocks.content.id': [`The field blocks.content.id must be the address of ${SUPPORTED[block]}.`],
          });
        }
        assert.deepEqual(await content(id), { id: 'abc' });
      }
      const markup = await client.post('/blocks', { block: 'video', blocks: { content: { id: '"><script>' } } });
      assert.deepEqual(markup.body.errors, {
        'blocks.content.id': [
          'The field blocks.content.id must be at most 64 of the characters A-Z a-z 0-9 _ -, or the address of a video on YouTube, Vimeo or TikTok.',
        ],
      });
    });

    it('can be in a page document', async () => {
      const bob = await client.api.account('bob');
      const blocks = [
        { block: 'video', content: { id: 'https://vimeo.com/76979871' } },
        { block: 'music', content: { id: 'https://music.apple.com/de/album/x/1441164426' } },
      ];
      await client.postOk('/page/import', { document: { version: 1, blocks } }, bob);
      const exported = await client.api.call('GET /page', { key: bob.key });
      assert.deepEqual(exported.body.response.blocks, [
        { block: 'video', content: { provider: 'vimeo', id: '76979871' } },
        { block: 'music', content: { provider: 'apple_music', kind: 'album', id: 'de/album/1441164426' } },
      ]);
      const again = await client.postOk('/page/import', { document: { version: 1, blocks } }, bob);
      assert.deepEqual(again.changes, []);

      const wrong = { version: 1, blocks: [{ block: 'video', content: { id: 'https://example.com/' } }] };
      const answer = await client.post('/page/import', { document: wrong }, {}, bob);
      assert.deepEqual(answer.body.errors, {
        'document.blocks.0.content.id': [
          'The field document.blocks.0.content.id must be the address of a video on YouTube, Vimeo or TikTok.',
        ],
      });
    });
  });
}
