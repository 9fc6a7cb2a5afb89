import { DomainError } from './errors.ts';
import { type Branded, defineValue, type Value } from './value.ts';

/** A classification label such as `C4`. Which labels exist is configuration: see `LabelScheme`. */
export type Label = Branded<string, 'Label'>;

/** The labels of an organisation in rising order. Once used, the order is fixed. */
export type LabelScheme = readonly Readonly<{ label: Label; name: string }>[];

/** A label in a request: any string. `isKnown` checks it against the scheme. */
export const LabelReference: Value<Label> = defineValue({
  name: 'LabelReference',
  description: 'Classification label, one of GET /classifications.',
  schema: { type: 'string', examples: ['C3'] },
  rule: 'label',
  check: (input) => (typeof input === 'string' ? undefined : 'must be a string'),
});

/** The label of a clearance override: a label, or the empty string, which clears the override. */
export const ClearanceReference: Value<Label | ''> = defineValue({
  name: 'ClearanceReference',
  description: 'Classification label, or the empty string to clear the override.',
  schema: { type: 'string', examples: ['C3', ''] },
  rule: 'label',
  check: (input) => (typeof input === 'string' ? undefined : 'must be a string'),
});

export const DEFAULT_LABELS: LabelScheme = [
  { label: 'C1' as Label, name: 'public' },
  { label: 'C2' as Label, name: 'internal' },
  { label: 'C3' as Label, name: 'confidential' },
  { label: 'C4' as Label, name: 'secret' },
];

/** Rank of a label, from 1; 0 for one the scheme does not know. */
export const rankOf = (scheme: LabelScheme, label: string): number =>
  scheme.findIndex((entry) => entry.label === label) + 1;

export const isKnown = (scheme: LabelScheme, label: string): label is Label => rankOf(scheme, label) > 0;

/** The label of that name in the scheme. Throws INVALID_CLASSIFICATION for another one. */
export function labelIn(scheme: LabelScheme, name: string): Label {
  if (!isKnown(scheme, name)) throw new DomainError('INVALID_CLASSIFICATION');
  return name;
}

/** Whether `clearance` reaches `label`. An unknown label never dominates anything and is never dominated. */
export const dominates = (scheme: LabelScheme, clearance: string, label: string): boolean => {
  const need = rankOf(scheme, label);
  return need > 0 && rankOf(scheme, clearance) >= need;
};

/** The higher of two labels. An unknown one wins, so that it is shown to no one. */
export const higherLabel = (scheme: LabelScheme, a: Label, b: Label): Label => {
  const rankA = rankOf(scheme, a);
  const rankB = rankOf(scheme, b);
  if (rankA === 0) return a;
  if (rankB === 0) return b;
  return rankA >= rankB ? a : b;
};

/** The highest label. */
export const highestLabel = (scheme: LabelScheme): Label => {
  const top = scheme.at(-1);
  if (top === undefined) throw new TypeError('a scheme without labels');
  return top.label;
};

/** The lowest label. */
export const lowestLabelOf = (scheme: LabelScheme): Label => {
  const [lowest] = scheme;
  if (lowest === undefined) throw new TypeError('a scheme without labels');
  return lowest.label;
};

/** Every label that `clearance` dominates, in rising order. Empty for an unknown clearance. */
export const labelsUpTo = (scheme: LabelScheme, clearance: string): readonly Label[] =>
  scheme.slice(0, rankOf(scheme, clearance)).map((entry) => entry.label);
