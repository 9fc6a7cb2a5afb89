import { addressesIn, entriesIn, isAddress } from './addresses.ts';

/**
 * The addresses in a field: those that are entered, with the names beside them, and the text that is being typed.
 * `others`: more names that were entered with an address.
 */
export type Addresses = Readonly<{
  entered: readonly string[];
  typed: string;
  names: Readonly<Record<string, string>>;
  others?: Readonly<Record<string, readonly string[]>>;
}>;
export const NO_ADDRESSES: Addresses = { entered: [], typed: '', names: {} };

/** All words of the field. */
export const wordsOfAddresses = ({ entered, typed }: Addresses): readonly string[] => [
  ...new Set([...entered, ...addressesIn(typed)]),
];

/** Names beside the addresses of the field, by the address: the first of each. */
export const namesOfAddresses = (value: Addresses): Readonly<Record<string, string>> => enter(value).names;

/** All that is typed becomes an entry. An address that was entered keeps its name, and the others of it stand in `others`. */
export function enter(value: Addresses): Addresses {
  const names = { ...value.names };
  const others: Record<string, readonly string[]> = { ...value.others };
  for (const { word, name, others: more = [] } of entriesIn(value.typed)) {
    if (name === undefined) continue;
    if (!value.entered.includes(word)) delete others[word];
    const known = value.entered.includes(word) ? (names[word] ?? name) : name;
    names[word] = known;
    const further = [name, ...more].filter((one) => one !== known && others[word]?.includes(one) !== true);
    if (further.length > 0) others[word] = [...(others[word] ?? []), ...further];
  }
  return { entered: wordsOfAddresses(value), typed: '', names, others };
}

/** The words that are addresses. */
export const peopleOfAddresses = (addresses: Addresses): readonly string[] =>
  wordsOfAddresses(addresses).filter(isAddress);

/** The words that are no addresses, which stay to be mended when the others are sent. */
export const wrongAddresses = (addresses: Addresses): readonly string[] =>
  wordsOfAddresses(addresses).filter((word) => !isAddress(word));
