// Collects all mistakes in a request, so that the caller gets them in one response.
import { ApiError, type FieldErrors, invalid } from '../../contract/errors.ts';

export interface FieldErrorCollector {
  /** `rule` completes "The field … ", such as "must be a number". */
  report(field: string, rule: string): void;
  /** Runs `work` with the full path of the field. Returns null and records the errors if it refuses the value. */
  atField<T>(field: string, work: (path: string) => Promise<T>): Promise<T | null>;
  /** Throws if there are mistakes. */
  throwIfAny(): void;
}

/** `start` is the prefix of all paths. */
export function collectFieldErrors(start = ''): FieldErrorCollector {
  const errors: FieldErrors = {};
  const pathOf = (field: string) => (start === '' ? field : `${start}.${field}`);
  return {
    report(field, rule) {
      errors[pathOf(field)] = [`The field ${pathOf(field)} ${rule}.`];
    },
    async atField(field, work) {
      try {
        return await work(pathOf(field));
      } catch (error) {
        if (!(error instanceof ApiError) || !error.errors) throw error;
        Object.assign(errors, error.errors);
        return null;
      }
    },
    throwIfAny() {
      if (Object.keys(errors).length > 0) throw invalid(errors);
    },
  };
}
