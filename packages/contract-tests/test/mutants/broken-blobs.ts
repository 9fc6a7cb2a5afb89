import { MemoryBlobStore } from '@strongroom/adapter-local';
import { DAY, type Instant, plus } from '@strongroom/domain';
import { type BlobAddress, type BlobGateway, type BlobKey, BlobRefusal, type BlobStore } from '@strongroom/ports';
import { type BlobStoreHarness, type EmbeddedBlobOptions, embeddedBlobs, type Mutant } from '../../src/index.ts';

export type WholeBlobs = Required<Pick<BlobStore, 'join'>> &
  BlobStore &
  BlobGateway &
  Readonly<{ aDayFromNow(): Instant }>;

/** A memory store with some methods replaced by broken ones, which may call the intact ones. */
export const brokenBlobs = (
  breaks: string,
  how: string,
  replacements: (whole: WholeBlobs) => Partial<WholeBlobs>,
  /** The PUT of the store when it is full. */
  fullPut: (whole: WholeBlobs) => BlobGateway['put'] = () => async () => {
    throw new BlobRefusal('STORAGE_FULL');
  },
): Mutant<BlobStoreHarness> => ({
  breaks,
  how,
  harness: () => {
    let known: WholeBlobs | undefined;
    const make = (options: EmbeddedBlobOptions): WholeBlobs => {
      const memory = new MemoryBlobStore(options);
      const whole: WholeBlobs = {
        signUpload: (request) => memory.signUpload(request),
        signDownload: (request) => memory.signDownload(request),
        stat: (key) => memory.stat(key),
        seal: (upload, generation, sealed) => memory.seal(upload, generation, sealed),
        join: (parts, upload) => memory.join(parts, upload),
        delete: (key) => memory.delete(key),
        list: (prefix, after) => memory.list(prefix, after),
        check: () => memory.check(),
        keptAfterDeletion: memory.keptAfterDeletion,
        signsLocally: memory.signsLocally,
        uploadsOutlive: memory.uploadsOutlive,
        downloadOrigin: memory.downloadOrigin,
        put: (address, body) => memory.put(address, body),
        get: (address, range) => memory.get(address, range),
        head: (address, range) => memory.head(address, range),
        aDayFromNow: () => plus(options.clock.now(), DAY),
      };
      known = whole;
      return { ...whole, ...replacements(whole) };
    };
    const makeFull = (options: EmbeddedBlobOptions): BlobGateway => {
      const whole = known ?? make(options);
      return { ...whole, put: fullPut(whole) };
    };
    return embeddedBlobs(make, async () => {}, makeFull);
  },
});

/** An address at which the intact store accepts a PUT of any size. */
export const honestUpload = async (whole: WholeBlobs, key: string, size = 20_000_000): Promise<BlobAddress> =>
  addressIn(await whole.signUpload({ key: key as BlobKey, size, expiresAt: whole.aDayFromNow() }));

/** An address at which the intact store accepts a GET. */
const honestDownload = async (whole: WholeBlobs, key: string): Promise<BlobAddress> =>
  addressIn(await whole.signDownload({ key: key as BlobKey, expiresAt: whole.aDayFromNow() }));

const addressIn = (url: string): BlobAddress => {
  const { pathname, search } = new URL(url);
  return { path: pathname.slice('/blobs/'.length), query: search.slice(1) };
};

/** Content of an object. */
export const contentOf = async (whole: WholeBlobs, key: string): Promise<Uint8Array> => {
  const { body } = await whole.get(await honestDownload(whole, key), undefined);
  return readAllBytes(body);
};

export const putBlob = async (whole: WholeBlobs, key: string, content: Uint8Array): Promise<void> => {
  await whole.put(await honestUpload(whole, key), bodyOf(content));
};

export const readAllBytes = async (body: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
};

export async function* bodyOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

/** Accepts a body that the intact store refuses with `code`, if `forgives` returns true. */
export const forgivingBlobs = (
  whole: WholeBlobs,
  code: BlobRefusal['code'],
  forgives: (address: BlobAddress) => boolean,
): Partial<WholeBlobs> => {
  const orForgive = async <T>(
    address: BlobAddress,
    use: (address: BlobAddress) => Promise<T>,
    honest: () => Promise<BlobAddress>,
  ) => {
    try {
      return await use(address);
    } catch (error) {
      if (!(error instanceof BlobRefusal) || error.code !== code || !forgives(address)) throw error;
      return use(await honest());
    }
  };
  return {
    put: (address, body) =>
      orForgive(
        address,
        (to) => whole.put(to, body),
        () => honestUpload(whole, address.path),
      ),
    get: (address, range) =>
      orForgive(
        address,
        (from) => whole.get(from, range),
        () => honestDownload(whole, address.path),
      ),
    head: (address, range) =>
      orForgive(
        address,
        (from) => whole.head(from, range),
        () => honestDownload(whole, address.path),
      ),
  };
};
