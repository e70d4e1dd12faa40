// Limits the number of values or fields in a body. They are counted while the body arrives: no chunk takes long, and a
// body with too many is rejected before it is complete. Parsing takes much longer than counting.
import { ApiError } from '../../../contract/errors.ts';

/** For bodies that are parsed on the event loop: this many take a few milliseconds. */
const MAX_VALUES = 50_000;
/** More than any real form has; this many are parsed in a few milliseconds. */
export const MAX_FIELDS = 10_000;

export interface PartLimit {
  /** A body with fewer bytes is within the limit. */
  readonly max: number;
  apiError(): ApiError;
  /** The result takes the chunks of a body in order, and returns the number of parts so far. */
  counter(): (chunk: Uint8Array) => number;
}

export const fieldLimit: PartLimit = {
  max: MAX_FIELDS,
  apiError: () => new ApiError('too_large', `The form may have at most ${MAX_FIELDS} fields.`),
  counter: countFields,
};

export const valueLimit = limitValues(MAX_VALUES);

export function limitValues(max: number): PartLimit {
  return {
    max,
    apiError: () => new ApiError('too_large', `The body may hold at most ${max} values.`),
    counter: countValues,
  };
}

const [QUOTE, BACKSLASH, OBJECT, LIST, COMMA, AND] = Buffer.from('"\\{[,&');

function countFields(): (chunk: Uint8Array) => number {
  let total = 1;
  return (chunk) => {
    let count = 0;
    for (let index = 0; index < chunk.length; index += 1) if (chunk[index] === AND) count += 1;
    total += count;
    return total;
  };
}

/** Counts an upper bound, if it is JSON: each value starts a list or an object, or follows another. */
function countValues(): (chunk: Uint8Array) => number {
  let total = 0;
  const text = { isOpen: false, isEscaped: false };
  return (chunk) => {
    let { isOpen, isEscaped } = text;
    let count = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const sign = chunk[index];
      if (isEscaped) isEscaped = false;
      else if (sign === QUOTE) isOpen = !isOpen;
      else if (isOpen) isEscaped = sign === BACKSLASH;
      else if (sign === OBJECT || sign === LIST || sign === COMMA) count += 1;
    }
    text.isOpen = isOpen;
    text.isEscaped = isEscaped;
    total += count;
    return total;
  };
}
