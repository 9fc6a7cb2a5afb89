import {
  DomainError,
  DownloadCap,
  defineValue,
  described,
  FolderPath,
  IdReference,
  LinkMessage,
  LinkName,
  LinkRecipient,
  MAX_PACKAGE_ITEMS,
  nullable,
  optional,
  RoomId,
  SealedKey,
  ShareSeconds,
  type Value,
  VersionNumber,
} from '@strongroom/domain';
import { created } from '../describe/answers.ts';
import { noteComponent, refTo } from '../describe/components.ts';
import { noteConditions, whenThen } from '../describe/conditions.ts';
import { readFields, refuseFields } from '../describe/dto.ts';
import { Is } from '../describe/is.ts';
import { one } from '../describe/shape.ts';
import { route } from './route.ts';
import { textsOf } from './shares.ts';
import { NewShareView, newShareView } from './shares.views.ts';

const FolderShown = described(
  FolderPath,
  'The folder in which holders of the link see the file: names joined by "/", empty for the top. They learn no other folder of the room.',
);

class PackageItemBody {
  @Is(IdReference) file_id!: string;
  @Is(optional(VersionNumber)) version?: VersionNumber;
  @Is(optional(SealedKey)) key?: SealedKey;
  @Is(optional(FolderShown)) folder?: FolderPath;
}
noteComponent(PackageItemBody);

const PackageItems: Value<readonly object[]> = defineValue({
  name: 'PackageItems',
  description: 'The files of the package, in order, each once. All have a `key` and a `version`, or none has a key.',
  schema: {
    type: 'array',
    items: refTo(PackageItemBody),
    minItems: 1,
    maxItems: MAX_PACKAGE_ITEMS,
    ...whenThen({ contains: { required: ['key'] } }, { items: { required: ['key', 'version'] } }),
  },
  rule: 'items',
  check: (input) => {
    const isList = Array.isArray(input) && input.length >= 1 && input.length <= MAX_PACKAGE_ITEMS;
    return isList && input.every(isObject) ? undefined : `must be a list of 1 to ${MAX_PACKAGE_ITEMS} objects`;
  },
});
const isObject = (input: unknown): boolean => typeof input === 'object' && input !== null && !Array.isArray(input);

class CreatePackageBody {
  @Is(ShareSeconds) expires_in!: ShareSeconds;
  @Is(optional(PackageItems)) items?: readonly object[];
  @Is(optional(IdReference)) folder_id?: string;
  @Is(optional(nullable(DownloadCap))) max_downloads?: DownloadCap | null;
  @Is(optional(nullable(LinkName))) name?: LinkName | null;
  @Is(optional(nullable(LinkRecipient))) recipient?: LinkRecipient | null;
  @Is(optional(nullable(LinkMessage))) message?: LinkMessage | null;
}

/** Named files, or a folder. */
noteConditions(CreatePackageBody, {
  schema: whenThen({ required: ['items'] }, { not: { required: ['folder_id'] } }, { required: ['folder_id'] }),
  example: { items: [{ file_id: '3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35' }], expires_in: 86_400, max_downloads: 5 },
});

export const packageRoutes = [
  route({
    operationId: 'createPackage',
    method: 'post',
    path: '/rooms/:id/packages',
    access: 'signed-in',
    action: 'package.create',
    summary: 'Create one link to several files',
    description:
      'Only this answer shows link and secret. Name up to 500 files of the room (`items`), all or none of which it takes, or a folder (`folder_id`): those at and below it that you may share now; what comes later is not part of it. Each use counts once, whatever the number of files. With `version` an item stays at that version, which has to be the current one (409 `VERSION_CHANGED`). `folder` is where holders of the link see the file; without it they see it at the top, and a folder that you name gives its files the folders inside it. `key` is the data key of that version, encrypted to a key that only the address of the link holds. A room has at most 200 packages that work, 50 of them of one person who does not own it.',
    params: { id: RoomId },
    body: CreatePackageBody,
    takesMany: true,
    answer: one(NewShareView),
    status: [201],
    errors: [
      'FILE_NOT_FOUND',
      'FOLDER_NOT_FOUND',
      'SHARE_NOT_ALLOWED',
      'UPLOAD_NOT_CONFIRMED',
      'VERSION_CHANGED',
      'PACKAGE_EMPTY',
      'LIMIT_REACHED',
    ],
    handle: async (app, ctx, { params, body }) => {
      const share = await app.shares.createPackage(ctx, {
        roomId: params.id,
        contents: contentsOf(body),
        expiresIn: body.expires_in,
        maxDownloads: body.max_downloads ?? null,
        texts: textsOf(body),
      });
      return created(newShareView(share, app.publicUrl()), `/api/v1/shares/${share.link.id}`);
    },
  }),
];

/** Throws VALIDATION_ERROR. */
function contentsOf({ items, folder_id: folder }: CreatePackageBody) {
  if ((items === undefined) === (folder === undefined))
    return refuse('items', 'alone', 'send either items or folder_id');
  if (items === undefined) return { folderId: folder ?? '' };
  const read = items.map((sent, index) => itemOf(sent, index));
  if (new Set(read.map(({ fileId }) => fileId)).size < read.length)
    refuse('items', 'unique', 'must name each file once');
  if (read.some(({ key }) => (key === undefined) !== (read[0]?.key === undefined)))
    refuse('items', 'keys', 'must all have a key, or none');
  if (read.some(({ key, version }) => key !== undefined && version === undefined))
    refuse('items', 'version', 'must name the version that each key opens');
  return { items: read };
}

function itemOf(sent: object, index: number) {
  try {
    const { file_id: file, version, key, folder } = readFields(PackageItemBody, { ...sent });
    return {
      fileId: file,
      ...(version !== undefined && { version }),
      ...(key !== undefined && { key }),
      ...(folder && { folder }),
    };
  } catch (error) {
    if (!(error instanceof DomainError) || error.details === undefined) throw error;
    return refuseFields(error.details.map((found) => ({ ...found, field: `items[${index}].${found.field}` })));
  }
}

const refuse = (field: string, rule: string, message: string): never => refuseFields([{ field, rule, message }]);
