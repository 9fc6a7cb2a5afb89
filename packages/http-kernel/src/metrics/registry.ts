import { MetricsServer } from '../wire/metrics-server.ts';
import { Metric } from './metric.ts';
import { addProcessMetrics } from './process-metrics.ts';
import type { MetricRow } from './rows.ts';

/** Text format of Prometheus, version 0.0.4: prometheus.io/docs/instrumenting/exposition_formats. */
const TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The metrics of a process. */
export class Registry {
  readonly #families: Pick<Metric, 'lines'>[] = [];
  /** Serves /metrics on a port of its own. */
  readonly server = new MetricsServer(async () => ({ type: TYPE, text: await this.text() }));

  constructor() {
    addProcessMetrics((row) => this.add(row));
  }

  add<L extends string>(row: MetricRow<L>): Metric<L> {
    const metric = new Metric(row);
    this.#families.push(metric);
    return metric;
  }

  async text(): Promise<string> {
    const lines = await Promise.all(this.#families.map((family) => family.lines()));
    return `${lines.flat().join('\n')}\n`;
  }
}
