/** The labels of a sample, by name. */
export type Labels<L extends string = string> = Readonly<Record<L, string>>;

/** One family of samples, as printed on the page of metrics. Units are in the name: seconds, bytes. */
export type MetricRow<L extends string = string> = Readonly<{
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  labels: readonly L[];
  /** Upper bounds of a histogram, ascending. */
  buckets: readonly number[];
}>;

/** Seconds, from the duration of a read to that of a slow disk. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export const counter = <L extends string = never>(
  name: `${string}_total`,
  help: string,
  labels: readonly L[] = [],
): MetricRow<L> => ({ name, type: 'counter', help, labels, buckets: [] });

export const gauge = <L extends string = never>(
  name: string,
  help: string,
  labels: readonly L[] = [],
): MetricRow<L> => ({ name, type: 'gauge', help, labels, buckets: [] });

/** A histogram of seconds. */
export const duration = <L extends string = never>(
  name: `${string}_seconds`,
  help: string,
  labels: readonly L[] = [],
): MetricRow<L> => ({ name, type: 'histogram', help, labels, buckets: BUCKETS });
