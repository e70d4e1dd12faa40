/** The current step and its progress. */
export type Report = (what: string, done: number, all: number) => void;
