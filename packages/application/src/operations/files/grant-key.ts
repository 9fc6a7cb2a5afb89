import { DomainError, type FileId, type GrantOp, type KeyThumbprint } from '@strongroom/domain';
import type { FileSeen, KeyGrant } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { type InFile, inFile, lookInFile } from '../../kernel/in-file.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { placeOf } from '../../kernel/place-of-file.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { type DecidedGrant, draftGrant, type GrantDeps, signGrant } from '../../steps/files/key-grants.ts';
import { files } from '../../store/files.ts';
import { rooms } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';

type Input = Readonly<{ fileId: FileId; client: KeyThumbprint; op?: GrantOp | undefined }>;

/** A key that was granted again, with the wrapped key that it is for. */
export type KeyGranted = KeyGrant & Readonly<{ file: FileSeen }>;

type Kept = Readonly<{ file: FileSeen; grant: DecidedGrant }>;

/**
 * Grants the key of a file again: to encrypt while its upload is pending, and to read it or to take its key out for a link
 * afterwards. Throws FILE_NOT_FOUND, INSUFFICIENT_SCOPE, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED, UPLOAD_NOT_CONFIRMED,
 * FILE_ALREADY_CONFIRMED.
 */
export const grantKey =
  (deps: OperationDeps & GrantDeps) =>
  async (ctx: SignedIn, { fileId, client, op }: Input): Promise<KeyGranted> => {
    const place = { roomId: placeOf(ctx, fileId), fileId };
    // The state of the file, which does not go back, says which right is asked for.
    const { seen } = await lookInFile(deps, ctx, place, { action: 'file.key_grant' });
    const isPending = seen.file.status === 'pending';
    const asked = op ?? (isPending ? 'seal' : 'open');
    const draft = draftGrant(deps, asked, client);
    const apply = (uow: UnitOfWork, { user, room, file }: Pick<InFile, 'user' | 'room' | 'file'>): Kept => {
      if (file.status === 'pending' && asked !== 'seal') throw new DomainError('UPLOAD_NOT_CONFIRMED');
      if (file.status === 'available' && asked === 'seal') throw new DomainError('FILE_ALREADY_CONFIRMED');
      const grantTo = draft({ user });
      const target = { type: 'file', id: fileId, roomId: room.id, label: file.effectiveLabel } as const;
      const event = uow.record({ type: 'file.key_granted', target, data: grantTo.data });
      return { file, grant: grantTo.decided(event, file, room.label) };
    };
    // No key material is stored. A repeated request is granted again.
    const replay = {
      store: () => ({}),
      restore: (_: object, uow: UnitOfWork): Kept => {
        const file = uow.get(files, fileId);
        const room = uow.get(rooms, place.roomId);
        if (room.status === 'deleted' || file.status === 'deleted') throw new DomainError('FILE_NOT_FOUND');
        return apply(uow, { user: uow.get(users, ctx.credential.userId), room, file });
      },
    };
    const { file, grant } = isPending
      ? await inFile(deps, ctx, place, {
          action: 'file.key_renew',
          facts: () => ({ now: deps.clock.now() }),
          replay,
          apply,
        })
      : await inFile(deps, ctx, place, { action: 'file.download', replay, apply });
    return { file, ...signGrant(deps, grant) };
  };
