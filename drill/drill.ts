// A drill causes a failure on real processes and checks the results against the documented behaviour.

export type Drill = (options: { say(text: string): void; quick: boolean }) => Promise<Finding[]>;

export interface Finding {
  what: string;
  figure: string;
  /** A finding without a target is for information, and is met. */
  target?: string;
  met: boolean;
}

/** This machine lacks what the drill needs: neither a pass nor a failure. */
export class CannotRun extends Error {}
