import {
  type Ability,
  allows,
  type FileId,
  type FileVersion,
  type UserId,
  versionRead,
  versionsOf,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type InFile, inFile } from '../../kernel/in-file.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { roomIdOfFile } from '../../kernel/place-of-file.ts';
import { withoutScopes } from '../../kernel/sight.ts';
import { uploadersSeen } from '../../steps/files/files-seen.ts';

/** A version as the caller sees it. `uploadedBy`: an owner of now where the caller would not find that user. */
export type VersionSeen = Readonly<{
  version: FileVersion;
  isCurrent: boolean;
  uploadedBy: UserId;
  may?: readonly Ability<'file'>[];
}>;

const NEWEST_FIRST = {
  id: ({ number }: FileVersion) => String(number),
  order: ({ number }: FileVersion) => 0 - number,
};

/**
 * The versions of a file up to the caller's clearance, the highest number first; only the current one for viewers of the room.
 * Throws FILE_NOT_FOUND, UPLOAD_NOT_CONFIRMED, INVALID_CURSOR.
 */
export const listVersions =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'lists'>) =>
  async (
    ctx: SignedIn,
    { fileId, ...page }: PageRequest & Readonly<{ fileId: FileId }>,
  ): Promise<ListedPage<VersionSeen>> => {
    deps.lists.check('versions', page);
    const place = { roomId: roomIdOfFile(ctx, fileId), fileId };
    const found = await inFile(deps, ctx, place, { action: 'version.list', apply: (_, seen) => seen });
    const { items, meta } = deps.lists.cut(`versions:${fileId}`, versionsSeen(found), NEWEST_FIRST, page);
    const named = await uploadersSeen(deps, found, [...new Set(items.map(({ uploadedBy }) => uploadedBy))]);
    const seen = items.map((version) => {
      const read = versionRead(found.file, version.number);
      return {
        version,
        isCurrent: read?.isCurrent === true,
        uploadedBy: named.get(version.uploadedBy) ?? version.uploadedBy,
        ...(page.may === true && { may: VERSION_ACTIONS.filter((action) => mayOn(found, action, read)) }),
      };
    });
    return { items: seen, meta };
  };

/** The versions of a file that the caller sees. */
function versionsSeen(found: InFile): readonly FileVersion[] {
  const { file } = found;
  if (file.status !== 'available') return [];
  const at = withoutScopes(found);
  return versionsOf(file).filter(({ number }) => allows('version.see', { ...at, version: versionRead(file, number) }));
}

const VERSION_ACTIONS = ['version.delete', 'version.download', 'version.restore'] as const;

const mayOn = (
  found: InFile,
  action: (typeof VERSION_ACTIONS)[number],
  version: ReturnType<typeof versionRead>,
): boolean => version !== undefined && allows(action, { ...found, version, label: version.label });
