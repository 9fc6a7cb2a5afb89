import { dominates, isKnown, type LabelScheme } from '../values/labels.ts';
import { type Network, networkOf } from '../values/networks.ts';
import type { ProofMode } from './grant.ts';
import { END_OF_DAY, isZone, minutesOf, type OpeningHours, WEEKDAYS } from './hours.ts';

/**
 * Conditions of the operator for files of a label and of every higher one. An empty list is not a condition. `acr`: one of them is
 * needed; `amr`: all of them. `device`: an enrolled one, on top of the sign-in. Of networks and hours one has to fit.
 */
export type LabelConditions = Readonly<{
  label: string;
  acr: readonly string[];
  amr: readonly string[];
  device: boolean;
  networks: readonly Network[];
  hours: readonly OpeningHours[];
  /** Maximum number of keys that a person gets in an hour to read such files; null for the limit of all files alone. */
  keysPerHour: number | null;
}>;

/** The policy of an operator. Without conditions it allows what the table allows. */
export type ReleaseConditions = readonly LabelConditions[];

/** The conditions that a file of a label has to meet. */
export const conditionsFor = (conditions: ReleaseConditions, scheme: LabelScheme, label: string): ReleaseConditions =>
  conditions.filter((one) => dominates(scheme, label, one.label));

/** `settings`: the names by which the operator sets the labels and the proofs of people. */
type KeyServiceFacts = Readonly<{
  scheme: LabelScheme;
  mode: ProofMode;
  settings: Readonly<{ labels: string; proof: string }>;
}>;
type Fields = Readonly<Record<string, unknown>>;

const MAX_ENTRIES = 1000;
const MAX_TEXT = 200;
export const MAX_KEYS_PER_HOUR = 1_000_000;

/** Reads a policy. It is whole or none: a mistyped name must not silently allow more. Problems are sentences for the operator. */
export function readConditions(
  input: unknown,
  known: KeyServiceFacts,
): Readonly<{ conditions: ReleaseConditions } | { problems: readonly string[] }> {
  const problems: string[] = [];
  const fields = fieldsOf(input, ['version', 'labels'], 'the policy', problems);
  if (fields['version'] !== 1) problems.push('version must be 1.');
  const labels = fieldsOf(fields['labels'], undefined, 'labels', problems);
  const conditions = Object.entries(labels).map(([label, value]) => labelOf(label, value, known, problems));
  const entries = conditions.flatMap(({ acr, amr, networks, hours }) => [...acr, ...amr, ...networks, ...hours]).length;
  // Each request is judged by all of them.
  if (entries > MAX_ENTRIES) problems.push(`the policy has ${entries} entries, and may have ${MAX_ENTRIES}.`);
  return problems.length > 0 ? { problems } : { conditions };
}

function labelOf(
  label: string,
  value: unknown,
  { scheme, mode, settings }: KeyServiceFacts,
  problems: string[],
): LabelConditions {
  const at = `labels.${label}`;
  if (!isKnown(scheme, label)) problems.push(`${at}: there is no such label; ${settings.labels} has them.`);
  const fields = fieldsOf(value, ['acr', 'amr', 'device', 'networks', 'hours', 'keys_per_hour'], at, problems);
  for (const name of ['acr', 'amr'])
    if (fields[name] !== undefined && mode !== 'oidc')
      problems.push(`${at}.${name} needs ${settings.proof}=oidc: only an identity provider says it.`);
  const { device } = fields;
  if (device !== undefined && device !== true) problems.push(`${at}.device must be true, or left out.`);
  if (device !== undefined && mode !== 'oidc') problems.push(`${at}.device ${noDeviceOnTop(settings.proof)[mode]}.`);
  return {
    label,
    acr: listOf(fields['acr'], `${at}.acr`, problems, textOf),
    amr: listOf(fields['amr'], `${at}.amr`, problems, textOf),
    device: device === true,
    networks: listOf(fields['networks'], `${at}.networks`, problems, networkOfEntry),
    hours: listOf(fields['hours'], `${at}.hours`, problems, hoursOf),
    keysPerHour: keysPerHourOf(fields['keys_per_hour'], at, problems),
  };
}

function keysPerHourOf(value: unknown, at: string, problems: string[]): number | null {
  if (value === undefined) return null;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= MAX_KEYS_PER_HOUR)
    return value;
  problems.push(`${at}.keys_per_hour must be a whole number from 1 to ${MAX_KEYS_PER_HOUR}.`);
  return null;
}

/** Reasons that refuse a device as a condition in the other modes. */
const noDeviceOnTop = (proof: string) =>
  ({
    grant: `needs ${proof}=oidc or device: with grant no device is enrolled`,
    device: `is for ${proof}=oidc: with device every key needs one already`,
  }) as const;

/** An entry of a list, or what is wrong with it. */
type Entry<T> = Readonly<{ value: T } | { fault: string }>;

function listOf<T>(value: unknown, at: string, problems: string[], read: (entry: unknown) => Entry<T>): readonly T[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_ENTRIES) {
    problems.push(`${at} must be a list of 1 to ${MAX_ENTRIES} entries.`);
    return [];
  }
  return value.flatMap((entry: unknown, index): readonly T[] => {
    const found = read(entry);
    if ('value' in found) return [found.value];
    problems.push(`${at}[${index}] ${found.fault}.`);
    return [];
  });
}

const textOf = (entry: unknown): Entry<string> =>
  typeof entry === 'string' && entry !== '' && entry.length <= MAX_TEXT
    ? { value: entry }
    : { fault: `must be a text of at most ${MAX_TEXT} characters` };

function networkOfEntry(entry: unknown): Entry<Network> {
  const value = typeof entry === 'string' ? networkOf(entry) : undefined;
  return value === undefined
    ? { fault: 'must be a network such as 10.0.0.0/8 or 2001:db8::/32, without bits beyond its prefix' }
    : { value };
}

function hoursOf(entry: unknown): Entry<OpeningHours> {
  const problems: string[] = [];
  const { zone, days, from, until } = fieldsOf(entry, ['zone', 'days', 'from', 'until'], 'the entry', problems);
  if (problems[0] !== undefined) return { fault: `is wrong: ${problems[0].slice(0, -1)}` };
  if (typeof zone !== 'string' || !isZone(zone))
    return { fault: 'must name a time zone such as Europe/Berlin in zone' };
  const known = Array.isArray(days) ? WEEKDAYS.filter((day) => days.includes(day)) : [];
  if (!Array.isArray(days) || known.length === 0 || known.length !== days.length)
    return { fault: `must name days of ${WEEKDAYS.join(', ')} in days, each once` };
  const [begin, end] = [from, until].map((text) => (typeof text === 'string' ? minutesOf(text) : undefined));
  if (begin === undefined || end === undefined || begin === end || begin === END_OF_DAY)
    return { fault: 'must have two times such as 07:00 and 20:00 in from and until' };
  return { value: { zone, days: known, from: begin, until: end } };
}

/** The fields of an object; any names where `names` is undefined. */
function fieldsOf(input: unknown, names: readonly string[] | undefined, at: string, problems: string[]): Fields {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    problems.push(`${at} must be an object.`);
    return {};
  }
  const fields = { ...input };
  const unknown = names === undefined ? [] : Object.keys(fields).filter((name) => !names.includes(name));
  if (names !== undefined && unknown.length > 0)
    problems.push(`${at} has ${unknown.join(', ')}, and may have ${names.join(', ')}.`);
  return fields;
}
