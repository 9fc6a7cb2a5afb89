import { StrongroomError } from '../base/error.ts';
import { packageLinkCalls } from '../calls/files.ts';
import { type Bytes, ownBytes } from '../content/bytes.ts';
import { downloadWith, type ReceiveMethod } from '../content/download.ts';
import { receiveInMemory, type TransferOptions } from '../content/in-memory.ts';
import { type NetworkOptions, networkOf, publicCaller } from '../content/settings.ts';
import type { PackageFile, SharedFile, SharedPackage } from '../generated/operations.ts';
import { type LinkWithKey, readLink } from './link.ts';
import { openFromPackage } from './package-key.ts';

/** A file of a package. `key` is encrypted to the key in the address of the link. */
export type PackageEntry = Readonly<{
  index: number;
  fileId: string;
  name: string;
  /** The folder in which the maker of the link shows it, empty for the top. */
  folder: string;
  size: number;
  contentType: string;
  version: number;
  key: string;
}>;

/** A counted download of a package. It is worth nothing without the link, and finishes the download within 24 hours. */
export type PackageRedemption = Readonly<{ redemption: string; entries: readonly PackageEntry[] }>;

type Address = NonNullable<PackageFile['data']>;

/** Describes the target of a link. Uses up no download. Of a package it names all files. Throws LINK_MALFORMED. */
export async function lookAtLink(
  link: string,
  options: NetworkOptions & Pick<TransferOptions, 'signal'> = {},
): Promise<SharedFile | SharedPackage> {
  const { base, token, dek } = await readLink(link);
  dek.fill(0);
  const { signal } = options;
  const calls = packageLinkCalls(publicCaller(base, networkOf(options)));
  const { data: first, meta } = await calls.look(token, undefined, { signal });
  if (first.kind !== 'package') return first;
  const files = [...first.files];
  for (let cursor = meta?.next_cursor; typeof cursor === 'string'; ) {
    const { data, meta: next } = await calls.look(token, cursor, { signal });
    if (data.kind !== 'package') throw new StrongroomError('UNEXPECTED_ANSWER');
    files.push(...data.files);
    cursor = next?.next_cursor;
  }
  return { ...first, files };
}

/** The files of a package, for one use of the link. */
export class OpenedPackage {
  readonly entries: readonly PackageEntry[];
  readonly redemption: string;
  readonly #options: NetworkOptions;
  readonly #calls: ReturnType<typeof packageLinkCalls>;
  readonly #link: LinkWithKey;
  /** Addresses that came with the entries, each for its first use. */
  readonly #addresses: Map<number, Address>;

  constructor(
    link: LinkWithKey,
    options: NetworkOptions,
    { redemption, entries }: PackageRedemption,
    addresses: Map<number, Address> = new Map(),
  ) {
    this.#link = link;
    this.#options = options;
    this.#calls = callsOf(link, options);
    this.#addresses = addresses;
    this.redemption = redemption;
    this.entries = entries;
  }

  /** Fetches one file, decrypts it in memory and verifies it. */
  read(entry: PackageEntry, options: TransferOptions = {}): Promise<Bytes> {
    const { size } = entry;
    return this.receive(entry, receiveInMemory(networkOf(this.#options), { ...options, size }), options.signal);
  }

  async receive<T, K>(
    entry: PackageEntry,
    receiving: ReceiveMethod<T, K>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const dek = await openFromPackage(this.#link.dek, entry.key, entry);
    const address = async () => {
      const known = this.#addresses.get(entry.index);
      this.#addresses.delete(entry.index);
      const { download_url, iv, tag, expires_at } = known ?? (await this.#addressOf(entry, signal));
      return { ...NO_KEY, download_url, iv, tag, expires_at };
    };
    try {
      return await downloadWith({
        unwrap: { unwrap: async () => ownBytes(dek) },
        download: address,
        ...receiving,
        signal,
      });
    } finally {
      dek.fill(0);
    }
  }

  /** Wipes the key. */
  close(): void {
    this.#link.dek.fill(0);
  }

  async #addressOf({ index }: PackageEntry, signal: AbortSignal | undefined): Promise<Address> {
    const part = { redemption: this.redemption, items: [index] };
    const { data } = await this.#calls.take(this.#link.token, part, { signal });
    const [file] = data;
    if (file === undefined) throw new StrongroomError('FILE_NOT_SHARED');
    const { data: address, error, status } = file;
    if (address !== undefined) return address;
    throw new StrongroomError(error?.code ?? 'UNEXPECTED_ANSWER', { status, message: error?.message });
  }
}

const NO_KEY = { wrapped_dek: '', kms_key_id: '', wrapped_dek_aad: null, key_grant: null, key_grant_missing: null };

const callsOf = ({ base }: LinkWithKey, options: NetworkOptions) =>
  packageLinkCalls(publicCaller(base, networkOf(options)));

type OpenPackageOptions = NetworkOptions &
  Pick<TransferOptions, 'signal'> &
  Readonly<{
    /**
     * Identifies the use of the link, as for `openLink`. With it, `openPackage` does not look at the link first: a link that
     * this use has used up has no description.
     */
    idempotencyKey?: string | undefined;
    /** A counted download to finish, which uses up no other. */
    begun?: PackageRedemption | undefined;
  }>;

/** Uses up one download of a package, or continues one. Throws LINK_MALFORMED, LINK_NEEDS_KEY. */
export async function openPackage(link: string, options: OpenPackageOptions = {}): Promise<OpenedPackage> {
  const { signal, idempotencyKey = crypto.randomUUID(), begun, ...network } = options;
  const read = await readLink(link);
  if (begun !== undefined) return new OpenedPackage(read, network, begun);
  if (options.idempotencyKey === undefined) refuseUnopenable(await lookAtLink(link, options));
  const calls = callsOf(read, network);
  const first = await calls.take(read.token, {}, { idempotencyKey, signal });
  const { redemption } = first.meta;
  const files = [...first.data];
  for (let cursor = first.meta.next_cursor; cursor !== null; ) {
    // A page whose answer was lost is asked for with its key again, which gives the keys again.
    const key = `${idempotencyKey}-${cursor}`;
    const page = await calls.take(read.token, { redemption, cursor }, { idempotencyKey: key, signal });
    files.push(...page.data);
    cursor = page.meta.next_cursor;
  }
  const addresses = new Map(files.flatMap(({ index, data }) => (data === undefined ? [] : [[index, data] as const])));
  return new OpenedPackage(read, network, { redemption, entries: files.flatMap(entryOf) }, addresses);
}

/** Before a download is counted that opens nothing. Throws LINK_MALFORMED, LINK_NEEDS_KEY. */
export function refuseUnopenable(shared: SharedFile | SharedPackage): void {
  if (shared.kind !== 'package')
    throw new StrongroomError('LINK_MALFORMED', { message: 'This link leads to one file: use openLink.' });
  // A service of an earlier version does not say it.
  if (shared.has_keys === false) throw new StrongroomError('LINK_NEEDS_KEY');
}

function entryOf({
  index,
  file_id: fileId,
  name,
  folder,
  size,
  content_type: contentType,
  data,
}: PackageFile): PackageEntry[] {
  if (data === undefined) return [];
  if (typeof data.key !== 'string') throw new StrongroomError('LINK_NEEDS_KEY');
  return [{ index, fileId, name, folder, size, contentType, version: data.version, key: data.key }];
}
