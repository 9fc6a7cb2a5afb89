import type { FileId, GrantOp, KeyThumbprint } from '@strongroom/domain';
import type { FileSeen, KeyGrant } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { type InFile, inFile, lookInFile, permitInFile } from '../../kernel/in-file.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { roomIdOfFile } from '../../kernel/place-of-file.ts';
import { fileTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { atVersion } from '../../steps/files/at-version.ts';
import { type DecidedGrant, draftGrant, type GrantDeps, signGrant } from '../../steps/files/key-grants.ts';

/** `version`: the one to read; without it, the current one. */
type GrantKeyInput = Readonly<{
  fileId: FileId;
  version?: number | undefined;
  /** Without one there is no grant, and the key is for a client that needs none. */
  client?: KeyThumbprint | undefined;
  op?: GrantOp | undefined;
}>;

/** A key that was granted again, with the wrapped key that it is for. */
export type KeyGranted = KeyGrant & Readonly<{ file: FileSeen }>;

type Kept = Readonly<{ file: FileSeen; grant: DecidedGrant }>;

/**
 * Grants the key of a file again: to encrypt while its upload is pending, and to read it or to take its key out for a link
 * afterwards. Throws FILE_NOT_FOUND, VERSION_NOT_FOUND, INSUFFICIENT_SCOPE, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED, UPLOAD_NOT_CONFIRMED,
 * FILE_ALREADY_CONFIRMED.
 */
export const grantKey =
  (deps: OperationDeps & GrantDeps) =>
  async (ctx: SignedIn, { fileId, version, client, op }: GrantKeyInput): Promise<KeyGranted> => {
    const place = { roomId: roomIdOfFile(ctx, fileId), fileId };
    const asked = op ?? (await purposeOf(deps, ctx, place));
    const draft = draftGrant(deps, asked, client);
    const apply = (uow: UnitOfWork, seen: InFile): Kept => {
      const { user, room } = seen;
      const file = atVersion(seen, version);
      const grantTo = draft({ user });
      const target = fileTarget(fileId, file);
      const event = uow.record({
        type: 'file.key_granted',
        target,
        // A grant names its purpose.
        data: {
          ...(grantTo.data['grant'] === undefined && { op: asked }),
          ...grantTo.data,
          ...(version !== undefined && { version }),
        },
      });
      return { file, grant: grantTo.decided(event, file, room.label) };
    };
    const renewal = { action: 'file.key_renew', facts: () => ({ now: deps.clock.now() }) } as const;
    const reading = { action: 'file.key_grant' } as const;
    // No key material is stored. A repeated request is a release like the first, so a state that forbids one refuses it too.
    const again = (permitted: (uow: UnitOfWork) => InFile) => ({
      store: () => ({}),
      restore: (_: object, uow: UnitOfWork): Kept => apply(uow, permitted(uow)),
    });
    const { file, grant } =
      asked === 'seal'
        ? await inFile(deps, ctx, place, {
            ...renewal,
            replay: again((uow) => permitInFile(deps, ctx, place, renewal, uow)),
            apply,
          })
        : await inFile(deps, ctx, place, {
            ...reading,
            replay: again((uow) => permitInFile(deps, ctx, place, reading, uow)),
            apply,
          });
    return { file, ...signGrant(deps, grant) };
  };

/** The purpose that fits the state of the file, where a request names none. */
async function purposeOf(
  deps: OperationDeps,
  ctx: SignedIn,
  place: Parameters<typeof lookInFile>[2],
): Promise<GrantOp> {
  const { seen } = await lookInFile(deps, ctx, place, { action: 'file.see' });
  return seen.file.status === 'pending' ? 'seal' : 'open';
}
