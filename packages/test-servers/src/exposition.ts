/** A sample of a scrape, as `name{labels}` and its value. */
export type ScrapedSample = Readonly<{
  family: string;
  series: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}>;

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/y;
const PARTS: Readonly<Record<string, readonly string[]>> = { histogram: ['_bucket', '_sum', '_count'] };

/**
 * Reads the text format of Prometheus (version 0.0.4) strictly, by the published format and by the rules of
 * `promtool check metrics`: help and type before the samples, names by type, no sample twice, whole histograms. Throws for any
 * line that breaks one.
 */
export function parseExposition(text: string): readonly ScrapedSample[] {
  if (!text.endsWith('\n')) throw new SyntaxError('the last line does not end');
  const samples: ScrapedSample[] = [];
  const helped = new Set<string>();
  const types = new Map<string, string>();
  const seen = new Set<string>();
  let family = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (keyword === 'HELP') {
      if (!NAME.test(name) || helped.has(name)) throw new SyntaxError(`help: ${line}`);
      helped.add(name);
    } else if (keyword === 'TYPE') {
      if (!helped.has(name) || types.has(name) || !['counter', 'gauge', 'histogram'].includes(rest))
        throw new SyntaxError(`type: ${line}`);
      if (name.endsWith('_total') !== (rest === 'counter')) throw new SyntaxError(`a counter ends in _total: ${line}`);
      if (/_(?:bucket|sum|count)$/.test(name)) throw new SyntaxError(`a name of a part: ${line}`);
      types.set(name, rest);
      family = name;
    } else {
      const sample = sampleOf(line, family, types.get(family) ?? '');
      if (seen.has(sample.series)) throw new SyntaxError(`twice: ${line}`);
      seen.add(sample.series);
      samples.push(sample);
    }
  }
  for (const [name, type] of types) if (type === 'histogram') requireWhole(name, samples);
  return samples;
}

function sampleOf(line: string, family: string, type: string): ScrapedSample {
  const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
  const names = (PARTS[type] ?? ['']).map((part) => family + part);
  if (!names.includes(name)) throw new SyntaxError(`a sample outside of its family: ${line}`);
  const number = value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value);
  if (Number.isNaN(number)) throw new SyntaxError(`no number: ${line}`);
  return { family, series: line.slice(0, line.lastIndexOf(' ')), labels: labelsOf(labels, line), value: number };
}

function labelsOf(text: string, line: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const [, name, value] = LABEL.exec(text) ?? [];
    if (name === undefined || value === undefined || name in found) throw new SyntaxError(`labels: ${line}`);
    found[name] = value;
  }
  return found;
}

/** Buckets rise, and the last one is the count. */
function requireWhole(name: string, samples: readonly ScrapedSample[]): void {
  const of = samples.filter(({ family }) => family === name);
  for (const { labels, value } of of.filter(({ series }) => series.startsWith(`${name}_count`))) {
    const buckets = of.filter(
      (one) => one.labels.le !== undefined && Object.entries(labels).every(([key, text]) => one.labels[key] === text),
    );
    const counts = buckets.map((bucket) => bucket.value);
    const isRising = counts.every((count, index) => index === 0 || count >= (counts[index - 1] ?? 0));
    if (!isRising || buckets.at(-1)?.labels.le !== '+Inf' || counts.at(-1) !== value)
      throw new SyntaxError(`a histogram that is not whole: ${name}`);
  }
}
