import { ROOM_METRICS } from '../../apps/api/src/base/metrics.ts';
import { KEY_METRICS } from '../../apps/key-service/src/container/metrics.ts';
import { type MetricRow, PROCESS_METRICS } from '../../packages/http-kernel/src/index.ts';
import { code, PRINTED, page, table } from './markdown.ts';

const described = (rows: readonly MetricRow[]): string =>
  table(
    ['Name', 'Type', 'Labels', 'Meaning'],
    rows.map(({ name, type, labels, help }) => [code(name), type, labels.map(code).join(', '), help]),
  );

const COMMON = new Set(Object.keys(ROOM_METRICS).filter((key) => key in KEY_METRICS && key !== 'checkpointAge'));

const only = (rows: Readonly<Record<string, MetricRow>>, isCommon: boolean): readonly MetricRow[] =>
  Object.entries(rows)
    .filter(([key]) => COMMON.has(key) === isCommon)
    .map(([, row]) => row);

/** Every metric of both services. */
export function metricsPage(): string {
  return page(
    '# Metrics',
    PRINTED,
    'Each process of the room service has them on `STRONGROOM_METRICS_PORT`, the key service on `STRONGROOM_KEY_SERVICE_METRICS_PORT`, both at `/metrics` on `STRONGROOM_METRICS_HOST`, in the text format of Prometheus. A scrape asks each dependency at most once a second whether it serves, and costs the same however much is stored. A gauge without anything to say is left out: one of a backlog in the first minute, and while its store is down. [Alerts and a dashboard](../how-to/when-an-alert-fires.md) use them.',
    '## Of the room service',
    described(only(ROOM_METRICS, false)),
    '## Of the key service',
    described(only(KEY_METRICS, false)),
    '## Of both',
    described(only(ROOM_METRICS, true)),
    '## Of every process',
    described(Object.values(PROCESS_METRICS)),
  );
}
