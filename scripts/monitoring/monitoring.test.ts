import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOM_METRICS } from '../../apps/api/src/base/metrics.ts';
import { KEY_METRICS } from '../../apps/key-service/src/container/metrics.ts';
import { type MetricRow, PROCESS_METRICS } from '../../packages/http-kernel/src/index.ts';
import { alerts, MONITORING } from './rules.ts';

const ROOT = join(import.meta.dirname, '../..');
const ROWS: readonly MetricRow[] = [ROOM_METRICS, KEY_METRICS, PROCESS_METRICS].flatMap((rows) => Object.values(rows));
const LABELS = new Set([...ROWS.flatMap(({ labels }) => labels), 'job', 'instance', 'le']);

type Dashboard = Readonly<{
  panels: readonly Readonly<{ title: string; targets: readonly Readonly<{ expr: string }>[] }>[];
}>;

const dashboard: Dashboard = JSON.parse(readFileSync(join(MONITORING, 'dashboard.json'), 'utf8'));
const EXPRESSIONS: readonly (readonly [of: string, expression: string])[] = [
  ...alerts().map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

test.each(EXPRESSIONS)('%s names metrics and labels that exist', (_, expression) => {
  const names = expression.match(/\b(?:strongroom|process|nodejs)_[a-z0-9_]+/g) ?? [];
  expect(names.length + (/\bup\{/.test(expression) ? 1 : 0)).toBeGreaterThan(0);
  for (const name of names)
    expect(ROWS.map((row) => (row.type === 'histogram' ? `${row.name}_bucket` : row.name))).toContain(name);
  const inBraces = [...expression.matchAll(/\{([^}]*)\}/g)].flatMap(([, inside = '']) => inside.split(','));
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, inside = '']) => inside.split(', '));
  const labels = [...inBraces.map((part) => /^\w+/.exec(part)?.[0]), ...grouped];
  expect(labels.filter((label) => label !== undefined && !LABELS.has(label))).toEqual([]);
});

test('each alert names its section of the page, and each section has an alert', () => {
  const page = 'docs/how-to/when-an-alert-fires.md';
  const sections = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^## (Strongroom\w+)$/gm)].map(
    ([, name]) => name,
  );
  expect(alerts().map(({ alert }) => alert)).toEqual(sections);
  for (const { alert, annotations } of alerts())
    expect([alert, annotations.runbook]).toEqual([alert, `${page}#${alert.toLowerCase()}`]);
});

test('each alert is raised by planted trouble of a test, not by written series alone', () => {
  const written = /test\.each<\[string, readonly string\[\]\]>\(\[.*?^ {2}\]\)/ms;
  const suites = globSync('scripts/monitoring/{alerts,planted*}.slow.test.ts', { cwd: ROOT })
    .map((file) => readFileSync(join(ROOT, file), 'utf8').replace(written, ''))
    .concat(readFileSync(join(ROOT, 'docs/reference/faults.md'), 'utf8'));
  const named = (alert: string): boolean => suites.some((text) => new RegExp(`\\b${alert}\\b`).test(text));
  expect(
    alerts()
      .map(({ alert }) => alert)
      .filter((alert) => !named(alert)),
  ).toEqual([]);
});

test('metrics of the services have names of their own', () => {
  for (const rows of [ROOM_METRICS, KEY_METRICS]) {
    const names = Object.values(rows).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  }
});
