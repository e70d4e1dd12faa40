// Validates a page document. Unknown keys are errors, because in a file that people edit they are typing errors. The
// result has its keys in the schema's order.
import { invalid } from '../errors.ts';
import { brokenRule, notAField, printablePath } from '../validation/field-errors.ts';
import { type Reading, validate } from '../validation/validate.ts';
import { type PageDocument, PageDocumentSchema } from './document.ts';

/** Reporting more at once helps nobody. */
const MAX_FOUND = 100;

/** JSON has numbers and booleans, so text is not converted. A document omits defaults, so null means no value. */
const reading: Reading = { text: 'none', null: 'absent' };

/** `at` is the path of the document in the request. */
export function checkDocument(value: unknown, at = ''): PageDocument {
  const errors = new Map<string, string[]>();
  const sink = {
    get isFull() {
      return errors.size >= MAX_FOUND;
    },
    invalid(path: readonly string[], rule: string) {
      const field = printablePath(path) || 'document';
      errors.set(field, [brokenRule(field, rule)]);
    },
    unknown(path: readonly string[], _value: unknown, known: readonly string[]) {
      errors.set(printablePath(path), [notAField(path, known)]);
    },
  };
  const document = validate(PageDocumentSchema, value, reading, sink, at);
  if (errors.size > 0) throw invalid(Object.fromEntries(errors));
  return document as PageDocument;
}
