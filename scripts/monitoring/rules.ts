import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const MONITORING = join(import.meta.dirname, '../../apps/api/deploy/monitoring');

export type Alert = Readonly<{
  alert: string;
  expr: string;
  for: string;
  labels: Readonly<{ severity: string }>;
  annotations: Readonly<{ summary: string; runbook: string }>;
}>;

type Rules = Readonly<{ groups: readonly Readonly<{ rules: readonly Alert[] }>[] }>;

/** The alerts of the sample. Their form is checked by promtool. */
export function alerts(): readonly Alert[] {
  const rules = parse(readFileSync(join(MONITORING, 'alerts.yaml'), 'utf8')) as Rules;
  return rules.groups.flatMap((group) => group.rules);
}
