import type { Labels, MetricRow } from './rows.ts';

/** A sample of a gauge that is read when it is scraped. */
export type Sample<L extends string = string> = readonly [labels: Labels<L>, value: number];

/** Reads a gauge. Undefined: there is nothing to say, and the gauge is left out. */
export type Reading<L extends string = string> = () =>
  | number
  | undefined
  | Iterable<Sample<L>>
  | Promise<Iterable<Sample<L>>>;

type Series = { labels: string; value: number; buckets: number[] };

/** The samples of one row. */
export class Metric<L extends string = string> {
  readonly #row: MetricRow<L>;
  readonly #series = new Map<string, Series>();
  #read: Reading<L> | undefined;

  constructor(row: MetricRow<L>) {
    this.#row = row;
    // A family without labels is there from the start, so that rates begin at zero.
    if (row.labels.length === 0 && row.type !== 'gauge') this.#of(undefined);
  }

  get name(): string {
    return this.#row.name;
  }

  add(labels: Labels<L> | undefined, by = 1): void {
    this.#of(labels).value += by;
  }

  set(labels: Labels<L> | undefined, value: number): void {
    this.#of(labels).value = value;
  }

  /** Counts a value of a histogram. */
  observe(labels: Labels<L> | undefined, value: number): void {
    const series = this.#of(labels);
    series.value += value;
    const { buckets } = this.#row;
    const place = buckets.findIndex((bound) => value <= bound);
    const at = place === -1 ? buckets.length : place;
    series.buckets[at] = (series.buckets[at] ?? 0) + 1;
  }

  /** Has the gauge read at each scrape, instead of the last value that was set. */
  watch(read: Reading<L>): void {
    this.#read = read;
  }

  /** The lines of the family; none without a sample. A reading that fails is left out: a scrape shows the others. */
  async lines(): Promise<readonly string[]> {
    if (this.#read !== undefined) await this.#take(this.#read).catch(() => this.#series.clear());
    if (this.#series.size === 0) return [];
    const { name, type, help } = this.#row;
    const samples = [...this.#series.values()].flatMap((series) =>
      type === 'histogram' ? this.#histogram(series) : [`${name}${braced(series.labels)} ${numeral(series.value)}`],
    );
    return [
      `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
      `# TYPE ${name} ${type}`,
      ...samples,
    ];
  }

  async #take(read: Reading<L>): Promise<void> {
    const found = await read();
    this.#series.clear();
    if (found === undefined) return;
    if (typeof found === 'number') this.set(undefined, found);
    else for (const [labels, value] of found) this.set(labels, value);
  }

  #of(labels: Labels<L> | undefined): Series {
    const text = this.#row.labels.map((name) => `${name}="${escaped(labels?.[name] ?? '')}"`).join(',');
    const known = this.#series.get(text);
    if (known !== undefined) return known;
    const made = { labels: text, value: 0, buckets: [...this.#row.buckets.map(() => 0), 0] };
    this.#series.set(text, made);
    return made;
  }

  #histogram({ labels, value, buckets }: Series): readonly string[] {
    const { name } = this.#row;
    let count = 0;
    const lines = [...this.#row.buckets, Number.POSITIVE_INFINITY].map((bound, index) => {
      count += buckets[index] ?? 0;
      return `${name}_bucket${braced([labels, `le="${numeral(bound)}"`].filter(Boolean).join(','))} ${count}`;
    });
    return [...lines, `${name}_sum${braced(labels)} ${numeral(value)}`, `${name}_count${braced(labels)} ${count}`];
  }
}

const braced = (labels: string): string => (labels === '' ? '' : `{${labels}}`);

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

const numeral = (value: number): string =>
  value === Number.POSITIVE_INFINITY ? '+Inf' : value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value);
