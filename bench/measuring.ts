// Servers under load: requests per second and CPU time per request.
import { cpus } from 'node:os';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Finding, thousands } from '../drill/support/findings.ts';
import type { Load } from '../drill/support/load.ts';
import { type Measurable, startLoader } from '../drill/support/processes.ts';

export interface Measured {
  perSecond: number;
  /** The server's CPU usage, in cores. */
  busy: number;
  /** The share of the machine that other processes used. */
  others: number;
}

type Round<T> = Record<keyof T, Measured>;

/** A round in which other processes used more than this is repeated, up to a limit. */
const DISTURBED = 0.1;
const MAX_REPEATS = 3;
const IDLE = 0.05;
const IDLE_SAMPLE_MS = 500;
const MAX_IDLE_SAMPLES = 240;

export function createMeter(t: TestContext): (server: Measurable, load: Load) => Promise<Measured> {
  const load = startLoader(t);
  return async (server, asked) => {
    const before = await server.cpuSeconds();
    const machine = machineSeconds();
    const { perSecond, cpuSeconds } = await load(asked);
    const used = (await server.cpuSeconds()) - before;
    const { busy, all } = machineSeconds();
    const [spent, there] = [busy - machine.busy, all - machine.all];
    return { perSecond, busy: used / asked.seconds, others: Math.max(0, spent - used - cpuSeconds) / there };
  };
}

/** Waits until the server has counted the visits of the last round, which would slow down another server. */
export async function untilIdle(server: Measurable): Promise<void> {
  for (let sample = 0; sample < MAX_IDLE_SAMPLES; sample += 1) {
    const before = await server.cpuSeconds();
    await sleep(IDLE_SAMPLE_MS);
    if ((await server.cpuSeconds()) - before < (IDLE * IDLE_SAMPLE_MS) / 1000) return;
  }
  throw new Error('The service still computes two minutes after the last request');
}

export async function leastDisturbed<T extends Round<T>>(count: number, measure: () => Promise<T>): Promise<T[]> {
  const rounds: T[] = [];
  const quiet = () => rounds.filter((round) => disturbance(round) <= DISTURBED).length;
  while (quiet() < count && rounds.length < count * MAX_REPEATS) rounds.push(await measure());
  return rounds.toSorted((a, b) => disturbance(a) - disturbance(b)).slice(0, count);
}

/** Without the uncached load, which is for information. */
export function disturbance<T extends Round<T>>(round: T): number {
  const all = Object.entries<Measured>(round);
  return Math.max(...all.map(([name, { others }]) => (name === 'uncached' ? 0 : others)));
}

type Ratio<T> = (round: T) => number;

export function byRate<T extends Round<T>>(ours: keyof T, theirs: keyof T): Ratio<T> {
  return (round) => round[ours].perSecond / round[theirs].perSecond;
}

/** By CPU time per request, which does not depend on the request rate. */
export function byCost<T extends Round<T>>(ours: keyof T, theirs: keyof T): Ratio<T> {
  const cost = ({ busy, perSecond }: Measured) => busy / perSecond;
  return (round) => cost(round[theirs]) / cost(round[ours]);
}

export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function machineSeconds(): { busy: number; all: number } {
  let [busy, all] = [0, 0];
  for (const { times } of cpus()) {
    const computed = times.user + times.nice + times.sys + times.irq;
    busy += computed / 1000;
    all += (computed + times.idle) / 1000;
  }
  return { busy, all };
}

export function atLoad({ perSecond, busy }: Measured): string {
  return `${thousands(perSecond)}/s at ${percent(busy)}`;
}

/** The most expensive functions of a server under a load, of which a target was missed. */
export async function profileOf(what: string, server: Measurable, load: () => Promise<unknown>): Promise<Finding> {
  const costs = await server.profile(load);
  const shares = costs.map(({ place, share }) => `${place} ${(100 * share).toFixed(1)} %`);
  return { what: `${what}, CPU profile`, figure: shares.join('; ') };
}
