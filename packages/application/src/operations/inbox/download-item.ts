import {
  DomainError,
  formatInstant,
  type Instant,
  type KeyThumbprint,
  type UploadRequest,
  type WaitingItem,
} from '@strongroom/domain';
import { type BlobKey, blobKey } from '@strongroom/ports';
import type { KeyGrant } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { OtherContent, withAddress } from '../../steps/files/content-address.ts';
import { type DecidedGrant, draftGrant, type GrantDeps, signGrant } from '../../steps/files/key-grants.ts';
import { type ItemPlace, inItem } from '../../steps/requests/in-item.ts';
import { sealedKey } from '../../steps/uploads/blob-keys.ts';
import { fileIdOf } from '../upload-requests/create-upload-request.ts';

type DownloadItemInput = ItemPlace &
  Readonly<{
    /** False for HEAD, which sends no key: the decision is made, and no download is recorded. */
    release?: boolean;
    client?: KeyThumbprint | undefined;
  }>;

/** The address of an item, its sealed key, and the encrypted private key that opens it. */
export type ItemDownload = KeyGrant &
  Readonly<{ url: string; expiresAt: Instant; item: WaitingItem; request: UploadRequest }>;
type Released = Omit<ItemDownload, keyof KeyGrant> & Readonly<{ grant?: DecidedGrant }>;

/** Releases an item of the inbox to the caller. Throws ITEM_NOT_FOUND, ITEM_HANDLED. */
export const downloadItem =
  (deps: OperationDeps & GrantDeps & Pick<Deps, 'blobs' | 'downloadUrlTtl'>) =>
  async (ctx: SignedIn, { release = true, client, ...place }: DownloadItemInput): Promise<ItemDownload> => {
    const draft = draftGrant(deps, 'open', client);
    const { grant, ...download } = await withAddress(deps, presumedName(ctx, place), ({ sealed, url, expiresAt }) =>
      inItem(deps, ctx, place, {
        action: 'inbox.download',
        apply: (uow, { item, request, room, user }, target): Released => {
          if (item.status !== 'waiting') throw new DomainError('ITEM_HANDLED');
          if (item.sealed !== sealed) throw new OtherContent(item.sealed);
          if (!release) return { url, expiresAt, item, request };
          const grantTo = draft({ user });
          const event = uow.record({
            type: 'inbox.downloaded',
            target,
            data: { item_id: item.id, expires_at: formatInstant(expiresAt), ...grantTo.data },
          });
          const { id, roomId, kmsKeyId, wrappedDek } = request;
          const granted = { id: fileIdOf(id), roomId, effectiveLabel: room.label, kmsKeyId, wrappedDek };
          return { url, expiresAt, item, request, grant: grantTo.decided(event, granted, room.label) };
        },
      }),
    );
    return { ...download, ...signGrant(deps, grant) };
  };

/** The object that round one found. For an absent item an address is signed too, so that it costs the same as a hidden one. */
const presumedName = ({ located }: SignedIn, { roomId, itemId }: ItemPlace): BlobKey =>
  located.sealed === undefined ? sealedKey(roomId, itemId, itemId) : blobKey(located.sealed);
