// The parts of a Grafana dashboard that can be wrong without an error message.
import { readFileSync } from 'node:fs';

export interface Panel {
  id: number;
  type: string;
  title: string;
  description?: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { type: string; uid: string };
  fieldConfig?: { defaults: { unit?: string; thresholds?: { steps: object[] } } };
  targets?: { refId: string; expr: string; datasource?: { uid: string } }[];
}

export interface Dashboard {
  schemaVersion: number;
  uid: string;
  title: string;
  templating: { list: { name: string; type: string; query: unknown; definition?: string }[] };
  panels: Panel[];
}

export function readDashboard(): Dashboard {
  return JSON.parse(readFileSync(new URL('../../../deploy/grafana-dashboard.json', import.meta.url), 'utf8'));
}

/** All Prometheus queries of the dashboard. */
export function queriesOf({ panels, templating }: Dashboard): string[] {
  const ofPanels = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  return [...ofPanels, ...templating.list.flatMap(({ definition }) => definition ?? [])];
}

const keywords = new Set(['and', 'or', 'unless', 'bool']);

/** The metrics of a query: names that are not labels, functions or keywords. */
export function metricsIn(query: string): string[] {
  const bare = query
    .replace(/^label_values\((.*),[^,]*\)$/, '$1')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(by|without|on|ignoring|group_left|group_right) *\([^)]*\)/g, ' ');
  const names = [...bare.matchAll(/\b[a-zA-Z_:][\w:]*\b(?! *\()/g)].map(([name]) => name);
  return names.filter((name) => !keywords.has(name));
}

export function overlap(a: Panel['gridPos'], b: Panel['gridPos']): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}
