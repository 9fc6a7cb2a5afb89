import { askWhole, OpenRefusal } from './ask.ts';
import { DamagedFile, decryptObject } from './decrypted.ts';
import type { KeptEntry, PackageEntry, SharedContent, SharedPackage } from './kept.ts';
import { decodeBase64url, type OpenedLink } from './link.ts';
import { receiveObject } from './receive.ts';
import { type OnWait, tryPatiently } from './waits.ts';

type Address = Readonly<{ download_url: string; iv: string; tag: string; version: number; key?: string | null }>;
type Row = PackageEntry & Readonly<{ file_id: string; data?: Address; error?: Readonly<{ message: string }> }>;

/** A counted download of several files. */
export type CountedDownload = Readonly<{ redemption: string; entries: readonly KeptEntry[] }>;
type Watching = Readonly<{ onProgress: (part: number) => void; onWait: OnWait }>;

/** The address has a key, and the files of the link have none that it opens. */
export const NO_KEYS_SENTENCE = 'This link comes without the keys of its files. Ask the sender for one that has them.';

const IV_BYTES = 12;
/** Addresses live for a minute: those of small files are requested together. */
const AHEAD_BYTES = 20 * 2 ** 20;
const AHEAD = 20;

/** Describes what a link leads to, all files of several. Counts nothing. Throws OpenRefusal. */
export async function lookAtPackage(token: string): Promise<SharedContent> {
  const path = `shares/by-token/${token}`;
  const { data: first, meta } = await askWhole<SharedContent>('GET', path);
  if (first.kind !== 'package') return first;
  const files = [...first.files];
  for (let cursor = meta?.next_cursor; cursor; ) {
    const page = await askWhole<SharedPackage>('GET', `${path}?cursor=${encodeURIComponent(cursor)}`);
    files.push(...page.data.files);
    cursor = page.meta?.next_cursor;
  }
  return { ...first, files };
}

/** Counts one download of several files and reads their keys. Repeated with the same attempt it counts none. Throws OpenRefusal. */
export async function countDownload(token: string, attempt: string, onWait: OnWait): Promise<CountedDownload> {
  const take = (key: string, body: object) => askWhole<readonly Row[]>('POST', downloadOf(token), { key, body });
  const { data, meta } = await take(attempt, {});
  const rows = [...data];
  const redemption = meta?.redemption ?? '';
  for (let cursor = meta?.next_cursor; cursor; ) {
    const next = cursor;
    const page = await tryPatiently(() => take(`${attempt}-${next}`, { redemption, cursor: next }), onWait);
    rows.push(...page.data);
    cursor = page.meta?.next_cursor;
  }
  const entries = rows.flatMap(({ index, name, folder = '', size, file_id, data: found }): readonly KeptEntry[] =>
    typeof found?.key === 'string'
      ? [{ index, name, folder, size, file_id, version: found.version, key: found.key }]
      : [],
  );
  if (entries.length === 0) throw new OpenRefusal(NO_KEYS_SENTENCE);
  return { redemption, entries };
}

const downloadOf = (token: string): string => `shares/by-token/${token}/download`;

/** Reads files of a counted download, one after the other. */
export class PackageReader {
  readonly #link: OpenedLink & Readonly<{ key: CryptoKey }>;
  readonly #counted: CountedDownload;
  readonly #addresses = new Map<number, Address>();

  constructor(link: OpenedLink & Readonly<{ key: CryptoKey }>, counted: CountedDownload) {
    this.#link = link;
    this.#counted = counted;
  }

  /** The verified content of a file. `next`: files that are read after it. Throws OpenRefusal, Unverified for a reason of one file. */
  async read(entry: KeptEntry, next: readonly KeptEntry[], watching: Watching): Promise<ArrayBuffer> {
    const key = await this.#keyOf(entry);
    const address = await tryPatiently(() => this.#addressOf(entry, next), watching.onWait);
    const sealed = await receiveObject({
      address: address.download_url,
      again: async () => (await this.#addressOf(entry, [])).download_url,
      size: entry.size,
      tag: decodeBase64url(address.tag),
      ...watching,
    });
    return decryptObject(key, decodeBase64url(address.iv), sealed);
  }

  async #addressOf(entry: KeptEntry, next: readonly KeptEntry[]): Promise<Address> {
    const known = this.#addresses.get(entry.index);
    this.#addresses.delete(entry.index);
    if (known !== undefined) return known;
    const items = [entry.index];
    let bytes = entry.size;
    for (const { index, size } of next.slice(0, AHEAD)) {
      bytes += size;
      if (bytes > AHEAD_BYTES) break;
      items.push(index);
    }
    const body = { redemption: this.#counted.redemption, items };
    const { data: rows } = await askWhole<readonly Row[]>('POST', downloadOf(this.#link.token), { body });
    for (const { index, data } of rows) if (data !== undefined) this.#addresses.set(index, data);
    const found = this.#addresses.get(entry.index);
    this.#addresses.delete(entry.index);
    if (found !== undefined) return found;
    const refused = rows.find(({ index }) => index === entry.index)?.error?.message;
    throw new DamagedFile(refused ?? 'The sender no longer shares this file.');
  }

  /** The key of a file, which opens as that of no other. */
  async #keyOf({ key: sealed, file_id: file, version }: KeptEntry): Promise<CryptoKey> {
    const bytes = decodeBase64url(sealed);
    const additionalData = new TextEncoder().encode(`strongroom package ${file} ${version}`);
    const how = { name: 'AES-GCM', iv: bytes.slice(0, IV_BYTES), additionalData };
    try {
      const dek = await crypto.subtle.decrypt(how, this.#link.key, bytes.slice(IV_BYTES));
      return await crypto.subtle.importKey('raw', dek, 'AES-GCM', false, ['decrypt']);
    } catch {
      throw new DamagedFile('The key of this file cannot be opened: it was altered, or the link is another one.');
    }
  }
}
