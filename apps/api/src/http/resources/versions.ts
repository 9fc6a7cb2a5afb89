import { defineValue, FileId, type Value } from '@strongroom/domain';
import { listed, ok } from '../describe/answers.ts';
import { MayPageQuery, pageRequest } from '../describe/page.ts';
import { one, pageOf } from '../describe/shape.ts';
import { FileView, fileView } from './files.views.ts';
import { route } from './route.ts';
import { VersionDeletedView, VersionView, versionDeletedView, versionView } from './versions.views.ts';

const NUMBER = '^[1-9][0-9]{0,14}$';
const isNumber = new RegExp(NUMBER, 'u');

/** The number of a version in a path. Anything else is answered like a number that no version has. */
const VersionInPath: Value<string> = defineValue({
  name: 'VersionInPath',
  description: 'Number of the version.',
  schema: { type: 'string', pattern: NUMBER, examples: ['2'] },
  check: (input) => (typeof input === 'string' && isNumber.test(input) ? undefined : 'must be the number of a version'),
});

const oneFile = { file_id: FileId };
const oneVersion = { ...oneFile, version: VersionInPath };
const whereFileIs = { kind: 'file', param: 'file_id' } as const;

export const versionRoutes = [
  route({
    operationId: 'listVersions',
    method: 'get',
    path: '/files/:file_id/versions',
    access: 'signed-in',
    action: 'version.list',
    locate: whereFileIs,
    summary: 'List the versions of a file',
    description:
      'The highest number first. Versions above your clearance are neither listed nor counted, and for viewers of the room only the current one exists.',
    params: oneFile,
    query: MayPageQuery,
    answer: pageOf(VersionView),
    status: [200],
    handle: async (app, ctx, { params, query }) =>
      listed(versionView, await app.versions.list(ctx, { fileId: params.file_id, ...pageRequest(query) })),
  }),
  route({
    operationId: 'restoreVersion',
    method: 'post',
    path: '/files/:file_id/versions/:version/restore',
    access: 'signed-in',
    action: 'version.restore',
    locate: whereFileIs,
    summary: 'Make a version of a file the current one again',
    description:
      'Nothing is copied, and every version keeps its number. Name and folder of the file stay; its label becomes that of the version, so restoring one of a lower label takes an owner of the room.',
    params: oneVersion,
    answer: one(FileView),
    status: [200],
    handle: async (app, ctx, { params }) =>
      ok(fileView(await app.versions.restore(ctx, { fileId: params.file_id, number: Number(params.version) }))),
  }),
  route({
    operationId: 'deleteVersion',
    method: 'delete',
    path: '/files/:file_id/versions/:version',
    access: 'signed-in',
    action: 'version.delete',
    locate: whereFileIs,
    summary: 'Delete a version of a file',
    description:
      'The wrapped key is erased with this call, the object by a job shortly after. It does not go to the bin, and links to it end. The current version cannot be deleted: 409 `VERSION_IS_CURRENT`.',
    params: oneVersion,
    answer: one(VersionDeletedView),
    status: [200],
    handle: async (app, ctx, { params }) =>
      ok(
        versionDeletedView(await app.versions.delete(ctx, { fileId: params.file_id, number: Number(params.version) })),
      ),
  }),
];
