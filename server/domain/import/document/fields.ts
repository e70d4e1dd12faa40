// Maps errors to the paths of the document.
import { ApiError, type FieldErrors, invalid } from '../../../../contract/errors.ts';

/** Prefixes the paths of errors with `field`. */
export async function atField<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || !error.errors) throw error;
    throw invalid(renamed(error.errors, (path) => `${field}.${path}`));
  }
}

/** In the API's records, `content` is nested in `blocks`; in a document it is not. */
export function asInDocument(errors: FieldErrors): FieldErrors {
  return renamed(errors, (path) =>
    path
      .replace(/^(blocks\.\d+)\.blocks\.content/, '$1.content')
      .replace(/^(blocks\.\d+\.items\.\d+)\.content\./, '$1.')
      .replace(/^(blocks\.\d+)\.block$/, '$1')
      .replace(/^(blocks\.\d+\.items)\.\d+\.block_id$/, '$1'),
  );
}

export function renamed(errors: FieldErrors, rename: (path: string) => string): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, sentences]) => {
      const other = rename(path);
      return [other, sentences.map((sentence) => sentence.replace(`The field ${path} `, `The field ${other} `))];
    }),
  );
}
