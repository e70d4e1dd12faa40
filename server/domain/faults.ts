// What is wrong with what was sent, gathered up: whoever sent it is told all of it at once.
import { type FieldErrors, invalid, Refusal } from '../../contract/errors.ts';

export interface Faults {
  /** `rule` says what the field must be. */
  report(field: string, rule: string): void;
  /** Null where `work`, which is told the whole path of the field, refuses it. */
  atField<T>(field: string, work: (path: string) => Promise<T>): Promise<T | null>;
  /** Refuses if there is anything wrong. */
  settle(): void;
}

/** Paths begin with `start`. */
export function createFaults(start = ''): Faults {
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
        if (!(error instanceof Refusal) || !error.errors) throw error;
        Object.assign(errors, error.errors);
        return null;
      }
    },
    settle() {
      if (Object.keys(errors).length > 0) throw invalid(errors);
    },
  };
}
