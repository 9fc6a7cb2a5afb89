/** Letters that run from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const [ISOLATE, END] = ['\u2068', '\u2069'];

const isolated = (value: string): string => (RIGHT_TO_LEFT.test(value) ? ISOLATE + value + END : value);

/** A sentence with names in it. A name that runs from right to left turns none of the words and signs beside it. */
export const isolateNames = (texts: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  texts.map((text, index) => text + isolated(String(values[index] ?? ''))).join('');
