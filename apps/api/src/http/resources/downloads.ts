import {
  defineValue,
  FileId,
  GRANT_OPS,
  type GrantOp,
  IdReference,
  KeyThumbprint,
  optional,
  type Value,
  VersionNumber,
} from '@strongroom/domain';
import { ok } from '../describe/answers.ts';
import { eachItem, itemContext, itemKeys, itemsOf } from '../describe/bulk.ts';
import { noteConditions, whenThen } from '../describe/conditions.ts';
import { refuseFields } from '../describe/dto.ts';
import { Is } from '../describe/is.ts';
import { bulkOf, one } from '../describe/shape.ts';
import { DownloadView, downloadView, KeyGrantView, keyGrantView } from './files.views.ts';
import { route } from './route.ts';

class DownloadFileBody {
  @Is(IdReference) file_id!: string;
  @Is(optional(VersionNumber)) version?: VersionNumber;
}

class BulkDownloadBody {
  @Is(itemsOf(DownloadFileBody)) items!: readonly unknown[];
  @Is(optional(KeyThumbprint)) client_jkt?: KeyThumbprint;
}

const GrantUse: Value<GrantOp> = defineValue({
  name: 'GrantUse',
  description: 'Purpose of the key: `open`, `seal` or `export`.',
  schema: { type: 'string', enum: [...GRANT_OPS] },
  rule: 'choice',
  check: (input) => (GRANT_OPS.some((op) => op === input) ? undefined : `must be one of ${GRANT_OPS.join(', ')}`),
});

class KeyGrantBody {
  @Is(optional(KeyThumbprint)) client_jkt?: KeyThumbprint;
  @Is(optional(GrantUse)) op?: GrantOp;
  @Is(optional(VersionNumber)) version?: VersionNumber;
}

/** A client without a key service takes a key out for a link. */
noteConditions(KeyGrantBody, {
  schema: whenThen(
    { not: { properties: { op: { const: 'export' } }, required: ['op'] } },
    { required: ['client_jkt'] },
  ),
  example: { op: 'export' },
});

class DownloadQuery {
  @Is(optional(VersionNumber)) version?: VersionNumber;
  @Is(optional(KeyThumbprint)) client_jkt?: KeyThumbprint;
}

const oneFile = { file_id: FileId };
const whereFileIs = { kind: 'file', param: 'file_id' } as const;

export const downloadRoutes = [
  route({
    operationId: 'requestDownload',
    method: 'get',
    path: '/files/:file_id/download-url',
    access: 'signed-in',
    action: 'file.download',
    locate: whereFileIs,
    summary: 'Get a download address and the wrapped key',
    description:
      'Of the current version, or of the one that `version` names. For viewers of the room, and above your clearance, other versions do not exist: 404 `VERSION_NOT_FOUND`.',
    params: oneFile,
    query: DownloadQuery,
    answer: one(DownloadView),
    status: [200],
    errors: ['VERSION_NOT_FOUND', 'STORAGE_UNAVAILABLE'],
    handle: async (app, ctx, { params, query, head }) => {
      const { version, client_jkt: client } = query;
      const input = { fileId: params.file_id, version, release: !head, client };
      return ok(downloadView(await app.files.getDownload(ctx, input)));
    },
  }),
  route({
    operationId: 'requestKeyGrant',
    method: 'post',
    path: '/files/:file_id/key-grant',
    access: 'signed-in',
    action: 'file.see',
    chooses: ['file.key_grant', 'file.key_renew'],
    locate: whereFileIs,
    summary: 'Get a fresh key grant of a file',
    description:
      'For a pending upload a grant to encrypt, by its uploader or an owner of the room; for an available file one to read it, or with `op: "export"` to take its key out for a link. `version` names one to read. Without `client_jkt`, only with `op: "export"`, there is no grant: a client that unwraps keys without a key service takes one for a link so, and opens nothing.',
    params: oneFile,
    body: KeyGrantBody,
    answer: one(KeyGrantView),
    status: [200],
    errors: ['VERSION_NOT_FOUND'],
    handle: async (app, ctx, { params, body }) => {
      const { version, client_jkt: client, op } = body;
      if (client === undefined && op !== 'export')
        return refuseFields([{ field: 'client_jkt', rule: 'required', message: 'is required unless op is export' }]);
      return ok(keyGrantView(await app.files.grantKey(ctx, { fileId: params.file_id, version, client, op })));
    },
  }),
  route({
    operationId: 'requestDownloads',
    method: 'post',
    path: '/files/bulk-download-urls',
    access: 'signed-in',
    action: 'file.download_many',
    summary: 'Get up to 100 download addresses and wrapped keys',
    description:
      'The files may be of several rooms. Each item is a download of its own in the audit log. Ask for no more than you fetch before the addresses expire.',
    body: BulkDownloadBody,
    answer: bulkOf(DownloadView),
    status: [200],
    errors: ['BULK_LIMIT_EXCEEDED'],
    handle: async (app, ctx, { body }) => {
      await app.mayAny.download(ctx, itemKeys(ctx));
      return eachItem(DownloadFileBody, body.items, async ({ file_id: asked, version }, index) => {
        const { ctx: located, fileId } = await app.files.locate(itemContext(ctx, index), asked);
        const input = { fileId, version, client: body.client_jkt };
        return { status: 200, data: downloadView(await app.files.getDownload(located, input)) };
      });
    },
  }),
];
