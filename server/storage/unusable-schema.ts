// Schemas that this version does not work with. The messages say what to do; nothing was changed.

export class UnusableSchema extends Error {}

/** Made by a newer version. */
export class NewerSchema extends UnusableSchema {}

/** Migrations have to be applied first. */
export class OlderSchema extends UnusableSchema {}

/** Made before the first release, from which on there are migrations. */
export class UnreleasedSchema extends UnusableSchema {
  constructor(what = 'The database') {
    super(
      `${what} was made by an unreleased version of Fingerpost, which cannot be upgraded: start with an empty database, or go on with that version.`,
    );
  }
}

/** Every database that can be upgraded has it. Until 0.2.0, its number at the end counts up when it is edited. */
export const FIRST_MIGRATION = '0001-schema-2';

/** Whether a schema with these migrations is from before the first release. */
export function isUnreleased(applied: readonly string[]): boolean {
  return applied.length > 0 && !applied.includes(FIRST_MIGRATION);
}
