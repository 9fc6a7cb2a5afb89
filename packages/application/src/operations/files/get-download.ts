import {
  currentVersion,
  DomainError,
  type EventData,
  type FileId,
  formatInstant,
  type KeyThumbprint,
  versionRead,
} from '@strongroom/domain';
import { type BlobKey, blobKey } from '@strongroom/ports';
import type { Download, KeyGrant } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { type AtFile, type InFile, inFile, lookInFile, type PlaceOfFile, permitInFile } from '../../kernel/in-file.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { roomIdOfFile } from '../../kernel/place-of-file.ts';
import { fileTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { atVersion, shownVersion } from '../../steps/files/at-version.ts';
import { type ContentAddress, OtherContent, withAddress } from '../../steps/files/content-address.ts';
import { type DecidedGrant, draftGrant, type GrantDeps, signGrant } from '../../steps/files/key-grants.ts';
import { sealedKey } from '../../steps/uploads/blob-keys.ts';

type GetDownloadInput = Readonly<{
  fileId: FileId;
  /** The version to download; by default the current one. */
  version?: number | undefined;
  /** False for HEAD, which sends no key: the decision is made, and no download is recorded. */
  release?: boolean;
  /** Thumbprint of the key of a client that wants a key grant. */
  client?: KeyThumbprint | undefined;
}>;

type GetDownloadDeps = OperationDeps & GrantDeps & Pick<Deps, 'blobs' | 'downloadUrlTtl'>;

/**
 * Releases the wrapped key and a short-lived address of the ciphertext. The event is recorded before the answer is sent.
 * Throws FILE_NOT_FOUND, VERSION_NOT_FOUND, UPLOAD_NOT_CONFIRMED.
 */
export const getDownload =
  (deps: GetDownloadDeps) =>
  async (ctx: SignedIn, input: GetDownloadInput): Promise<Download> => {
    const { fileId, version } = input;
    const place = { roomId: roomIdOfFile(ctx, fileId), fileId };
    const sealed = deps.blobs.signsLocally ? presumedName(ctx, place) : await decidedName(deps, ctx, place, version);
    const { grant, ...download } = await withAddress(deps, sealed, releaseOf(deps, ctx, place, input));
    return { ...download, ...signGrant(deps, grant) };
  };

type Released = Omit<Download, keyof KeyGrant> & Readonly<{ grant?: DecidedGrant }>;

/** Decides with an address, and releases the key of the content that it is of. */
const releaseOf =
  (
    deps: GetDownloadDeps,
    ctx: SignedIn,
    place: PlaceOfFile,
    { version, release = true, client }: GetDownloadInput,
  ): ((address: ContentAddress) => Promise<Released>) =>
  ({ sealed, url, expiresAt }) => {
    const draft = draftGrant(deps, 'open', client);
    const given = (uow: UnitOfWork, seen: InFile, more: EventData = {}): Released => {
      const file = atVersion(seen, version);
      if (file.status !== 'available') throw new DomainError('UPLOAD_NOT_CONFIRMED');
      if (file.sealed !== sealed) throw new OtherContent(file.sealed);
      if (!release) return { url, expiresAt, file };
      const grantTo = draft({ user: seen.user });
      const event = uow.record({
        type: 'file.downloaded',
        target: fileTarget(file.id, file),
        data: { expires_at: formatInstant(expiresAt), version: currentVersion(file), ...grantTo.data, ...more },
      });
      return { url, expiresAt, file, grant: grantTo.decided(event, file, seen.room.label) };
    };
    const operation = (permitted: (uow: UnitOfWork) => InFile) => ({
      // No key material is stored. A repeated request gets a new address, and is a release of the key like the first.
      replay: {
        store: () => ({}),
        restore: (_: object, uow: UnitOfWork) => given(uow, permitted(uow), { replayed: true }),
      },
      apply: (uow: UnitOfWork, seen: InFile) => given(uow, seen),
    });
    const current = { action: 'file.download' } as const;
    if (version === undefined)
      return inFile(deps, ctx, place, {
        ...current,
        ...operation((uow) => permitInFile(deps, ctx, place, current, uow)),
      });
    const named = downloadOf(version);
    return inFile(deps, ctx, place, { ...named, ...operation((uow) => permitInFile(deps, ctx, place, named, uow)) });
  };

/** The decision about the download of a version. */
const downloadOf = (version: number) =>
  ({
    action: 'version.download',
    facts: (_: Snapshot, { file }: AtFile) => ({ version: versionRead(file, version) }),
  }) as const;

/** The object that round one found. For an absent file an address is signed too, so that it costs the same as a hidden one. */
const presumedName = ({ located }: SignedIn, { roomId, fileId }: PlaceOfFile): BlobKey =>
  located.sealed === undefined ? sealedKey(roomId, fileId, fileId) : blobKey(located.sealed);

/** A refused caller causes no call to the system that signs. */
async function decidedName(
  deps: OperationDeps,
  ctx: SignedIn,
  place: PlaceOfFile,
  version: number | undefined,
): Promise<BlobKey> {
  const { seen } = await (version === undefined
    ? lookInFile(deps, ctx, place, { action: 'file.download' })
    : lookInFile(deps, ctx, place, downloadOf(version)));
  const file = shownVersion(seen, version);
  if (file?.status !== 'available') throw new DomainError('UPLOAD_NOT_CONFIRMED');
  return blobKey(file.sealed);
}
