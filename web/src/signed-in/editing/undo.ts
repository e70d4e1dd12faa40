// The last changes and their opposites.
import { inverseOf, type Operation, type Outcome } from './operations.ts';

export interface Step {
  readonly operation: Operation;
  /** What was changed, such as “Shop deleted”. */
  readonly label: string;
  readonly outcome: Outcome;
}

export interface UndoStack {
  done(step: Step): void;
  undoable(): Step | undefined;
  redoable(): Step | undefined;
  /** The opposite of the last change, which then can be redone. */
  takeUndo(): Step | undefined;
  takeRedo(): Step | undefined;
  /** The change was refused. */
  forget(step: Step): void;
  /** After it was saved: what its opposite needs. */
  setOutcome(step: Step, outcome: Outcome): void;
}

const MAX_STEPS = 50;

export function createUndoStack(): UndoStack {
  let past: Step[] = [];
  let future: Step[] = [];

  function turn(from: Step[], to: Step[]): Step | undefined {
    const step = from.at(-1);
    const operation = step && inverseOf(step.operation, step.outcome);
    if (!step || !operation) return undefined;
    from.pop();
    const opposite = { ...step, operation, outcome: {} };
    to.push(opposite);
    return opposite;
  }

  return {
    done(step) {
      past = [...past.slice(1 - MAX_STEPS), step];
      future = [];
    },
    undoable: () => past.at(-1),
    redoable: () => future.at(-1),
    takeUndo: () => turn(past, future),
    takeRedo: () => turn(future, past),
    forget(step) {
      past = past.filter((other) => other !== step);
      future = future.filter((other) => other !== step);
    },
    setOutcome(step, outcome) {
      for (const steps of [past, future]) {
        const index = steps.indexOf(step);
        if (index >= 0) steps[index] = { ...step, outcome };
      }
    },
  };
}
