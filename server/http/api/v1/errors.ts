import { Refusal } from '../../../../contract/errors.ts';

/** The account was deleted between the key's look-up and this one: as of now the key is nobody's. */
export function noLongerThere(): Refusal {
  return new Refusal('unauthenticated', undefined, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
