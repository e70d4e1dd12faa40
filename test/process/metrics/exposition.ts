// A parser for the Prometheus text format.
import assert from 'node:assert/strict';

export interface Exposition {
  readonly text: string;
  /** Name and type of every metric, from the TYPE lines. */
  readonly types: ReadonlyMap<string, string>;
  /** The value of `name` or `name{label="value"}`; undefined if missing. */
  value(sample: string): number | undefined;
  /** The labels of every sample of this name. */
  labelsOf(name: string): Record<string, string>[];
}

const SAMPLE = /^([a-z0-9_]+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-z_]+)="((?:[^"\\]|\\.)*)"(?:,|$)/g;

export function parseExposition(text: string): Exposition {
  assert.ok(text.endsWith('\n'));
  const types = new Map<string, string>();
  const samples = new Map<string, number>();
  const labels: { name: string; labels: Record<string, string> }[] = [];
  for (const line of text.split('\n').filter((line) => line !== '' && !line.startsWith('# HELP '))) {
    const [, announced, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (announced && type) {
      assert.ok(!types.has(announced), `${announced} is announced twice`);
      types.set(announced, type);
      continue;
    }
    const [, name, inside = '', number] = SAMPLE.exec(line) ?? assert.fail(`not a sample: ${line}`);
    const key = inside ? `${name}{${inside}}` : name!;
    assert.ok(!samples.has(key), `${key} is reported twice`);
    samples.set(key, Number(number));
    labels.push({ name: name!, labels: Object.fromEntries([...inside.matchAll(LABEL)].map(([, l, v]) => [l, v])) });
  }
  return {
    text,
    types,
    value: (sample) => samples.get(sample),
    labelsOf: (name) => labels.filter((one) => one.name === name).map((one) => one.labels),
  };
}
