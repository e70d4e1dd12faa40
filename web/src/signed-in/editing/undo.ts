// The last changes and their opposites. A step is what the owner did at once, such as ten pasted links: one or several
// operations that are undone together.
import { inverseOf, type Operation, type Outcome } from './operations.ts';

export interface Step {
  readonly parts: readonly Part[];
  /** What was changed, such as “Shop deleted”. */
  readonly label: string;
}

interface Part {
  readonly operation: Operation;
  readonly outcome: Outcome;
}

export interface UndoStack {
  done(operations: readonly Operation[], label: string): void;
  undoable(): Step | undefined;
  redoable(): Step | undefined;
  /** The opposite of the last change, or of the one that the operation belongs to. It then can be redone. */
  takeUndo(operation?: Operation): Step | undefined;
  takeRedo(): Step | undefined;
  /** The operation was refused, or changed nothing. */
  forget(operation: Operation): void;
  /** After it was saved: what its opposite needs. */
  setOutcome(operation: Operation, outcome: Outcome): void;
}

const MAX_STEPS = 50;

export function createUndoStack(): UndoStack {
  let past: readonly Step[] = [];
  let future: readonly Step[] = [];

  /** Changes the step that the operation belongs to. Without parts it is gone. */
  function update(operation: Operation, change: (parts: readonly Part[]) => readonly Part[]): void {
    const updated = (steps: readonly Step[]) =>
      steps
        .map((step) => (isPartOf(step, operation) ? { ...step, parts: change(step.parts) } : step))
        .filter(({ parts }) => parts.length > 0);
    past = updated(past);
    future = updated(future);
  }

  return {
    done(operations, label) {
      const parts = operations.map((operation) => ({ operation, outcome: {} }));
      past = [...past.slice(1 - MAX_STEPS), { parts, label }];
      future = [];
    },
    undoable: () => past.at(-1),
    redoable: () => future.at(-1),
    takeUndo(operation) {
      const step = operation ? past.find((one) => isPartOf(one, operation)) : past.at(-1);
      const opposite = oppositeOf(step);
      if (!opposite) return undefined;
      past = past.filter((one) => one !== step);
      future = [...future, opposite];
      return opposite;
    },
    takeRedo() {
      const step = future.at(-1);
      const opposite = oppositeOf(step);
      if (!opposite) return undefined;
      future = future.slice(0, -1);
      past = [...past, opposite];
      return opposite;
    },
    forget(operation) {
      update(operation, (parts) => parts.filter((part) => part.operation !== operation));
    },
    setOutcome(operation, outcome) {
      update(operation, (parts) => parts.map((part) => (part.operation === operation ? { operation, outcome } : part)));
    },
  };
}

function isPartOf({ parts }: Step, operation: Operation): boolean {
  return parts.some((part) => part.operation === operation);
}

/** Undefined if it cannot be undone yet. */
function oppositeOf(step: Step | undefined): Step | undefined {
  if (!step) return undefined;
  const parts: Part[] = [];
  for (const { operation, outcome } of step.parts.toReversed()) {
    const opposite = inverseOf(operation, outcome);
    if (!opposite) return undefined;
    parts.push({ operation: opposite, outcome: {} });
  }
  return { ...step, parts };
}
