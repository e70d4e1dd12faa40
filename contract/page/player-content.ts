// The content of a video or music block as it is written: with the provider's id, or with a pasted address in its place.
import type { Fields } from '../blocks/fields.ts';
import { playerIds } from '../blocks/player-ids.ts';
import type { FieldErrors } from '../errors.ts';
import { playerOf } from './players.ts';

/** Replaces an address by the provider and id in it; `path` is that of the content in the request. */
export function readPlayer<T>(fields: Fields, content: T, path: string, fieldErrors: FieldErrors): T {
  const field = fields.id;
  const id = (content as { id?: unknown } | null | undefined)?.id;
  if (field?.kind !== 'id' || typeof id !== 'string') return content;
  const { pattern, rule, service } = playerIds[field.player];
  const player = playerOf(id);
  if (player?.block === field.player) return player.content as T;
  const isAddress = player !== undefined || isLikeAddress(id);
  if (isAddress) fieldErrors[`${path}.id`] = [`The field ${path}.id must be the address of ${service}.`];
  else if (!new RegExp(pattern).test(id)) {
    fieldErrors[`${path}.id`] = [`The field ${path}.id ${rule}, or the address of ${service}.`];
  }
  return content;
}

/** Whether it has a scheme or a host. No id has a dot before its first slash. */
function isLikeAddress(id: string): boolean {
  const slash = id.indexOf('/');
  return slash >= 0 && (id.startsWith('://', slash - 1) || id.slice(0, slash).includes('.'));
}
