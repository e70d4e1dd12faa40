// A drill brings about what an operator fears, on real processes, and holds what it finds against what was promised.

export type Drill = (options: { say(text: string): void; quick: boolean }) => Promise<Finding[]>;

export interface Finding {
  what: string;
  figure: string;
  /** A finding without one is told for information, and is met. */
  target?: string;
  met: boolean;
}

/** This machine lacks what the drill needs: neither a pass nor a failure. */
export class CannotRun extends Error {}
