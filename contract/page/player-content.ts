// The content of a video or music block as it is written: with the provider's id, or with a pasted address in its place.
import type { FieldErrors } from '../errors.ts';
import type { BlockType } from '../vocabulary.ts';
import { blockShapes } from './block-shapes.ts';
import { playerOf } from './players.ts';

const services = {
  video: 'a video on YouTube, Vimeo or TikTok',
  music: 'a track, album, playlist, artist, episode or show on Spotify, SoundCloud or Apple Music',
} as const;

/** Replaces an address by the provider and id in it; `path` is that of the content in the request. */
export function readPlayer<T>(type: BlockType, content: T, path: string, fieldErrors: FieldErrors): T {
  const id = (content as { id?: unknown } | null | undefined)?.id;
  if ((type !== 'video' && type !== 'music') || typeof id !== 'string') return content;
  const player = playerOf(id);
  if (player?.block === type) return player.content as T;
  const { pattern, 'x-rule': rule } = blockShapes[type].content.properties.id as {
    pattern?: string;
    'x-rule'?: string;
  };
  // No id has a dot in its first part.
  const isAddress = player !== undefined || /^[^/]*(?::\/\/|\.[^/]*\/)/.test(id);
  if (isAddress) fieldErrors[`${path}.id`] = [`The field ${path}.id must be the address of ${services[type]}.`];
  else if (!new RegExp(pattern!).test(id)) {
    fieldErrors[`${path}.id`] = [`The field ${path}.id ${rule}, or the address of ${services[type]}.`];
  }
  return content;
}
