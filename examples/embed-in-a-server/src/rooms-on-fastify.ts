import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { SignedIn } from '@strongroom/application';
import {
  DEFAULT_LABELS,
  DomainError,
  Email,
  ERRORS,
  FileId,
  FileName,
  FileSize,
  GcmTag,
  HTTP_STATUS,
  Iv,
  labelIn,
  MediaType,
  type RequestId,
  RoomId,
  RoomName,
} from '@strongroom/domain';
import { BlobRefusal, type BlobRefusalCode, Unavailable } from '@strongroom/ports';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Rooms } from './rooms.js';

/** The codes of signed addresses, which the domain does not have. */
const BLOB_STATUS: Readonly<Record<BlobRefusalCode, number>> = {
  SIGNATURE_INVALID: 403,
  URL_EXPIRED: 403,
  OBJECT_NOT_FOUND: 404,
  RANGE_NOT_SATISFIABLE: 416,
  PAYLOAD_TOO_LARGE: 413,
  STORAGE_FULL: 507,
  TOO_MANY_UPLOADS: 429,
};

/** Code and status of every error that an operation throws. Anything else is a bug. */
function refusalOf(error: unknown): Readonly<{ status: number; code: string }> {
  if (error instanceof DomainError) return { status: HTTP_STATUS[error.kind], code: error.code };
  if (error instanceof BlobRefusal) return { status: BLOB_STATUS[error.code], code: error.code };
  if (error instanceof Unavailable) return { status: 503, code: 'SERVICE_UNAVAILABLE' };
  return { status: HTTP_STATUS[ERRORS.INTERNAL_ERROR.kind], code: 'INTERNAL_ERROR' };
}

/** Some operations of the application under addresses of your own, and its objects under `/blobs/`. */
export function roomsOnFastify({ app, gateway }: Pick<Rooms, 'app' | 'gateway'>): FastifyInstance {
  const server = Fastify({ logger: false, bodyLimit: 100 * 2 ** 20 });
  server.setErrorHandler((error, _request, reply) => {
    const { status, code } = refusalOf(error);
    if (status >= 500) console.error(error);
    return reply.code(status).send({ code });
  });
  // An upload is a stream, which goes to the store as it comes.
  server.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));

  /** The caller. A path that names a file says so, so that it is found in the same read. */
  const caller = (request: FastifyRequest, file?: string): Promise<SignedIn> => {
    const secret = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const info = { id: randomUUID() as RequestId, ip: request.ip };
    return app.sessions.identify(secret, file === undefined ? undefined : { kind: 'file', id: file }, info);
  };

  server.post<{ Body: { name: string } }>('/deals', async (request, reply) => {
    const { room } = await app.rooms.create(await caller(request), {
      name: RoomName.parse(request.body.name),
      classification: labelIn(DEFAULT_LABELS, 'C2'),
    });
    return reply.code(201).send({ id: room.id, name: room.name });
  });
  server.post<{ Params: { id: string }; Body: { name: string; size: number } }>('/deals/:id/files', async (request) => {
    const upload = await app.files.requestUpload(await caller(request), {
      roomId: RoomId.parse(request.params.id),
      name: FileName.parse(request.body.name),
      size: FileSize.parse(request.body.size),
      contentType: MediaType.parse('application/octet-stream'),
    });
    const { id, wrappedDek, kmsKeyId } = upload.file;
    return { id, url: upload.url, wrapped_dek: wrappedDek, kms_key_id: kmsKeyId };
  });
  server.post<{ Params: { id: string; file: string }; Body: { iv: string; tag: string } }>(
    '/deals/:id/files/:file/done',
    async (request) => {
      const { id, file } = request.params;
      const { iv, tag } = request.body;
      const ctx = await caller(request, file);
      const confirmed = {
        roomId: RoomId.parse(id),
        fileId: FileId.parse(file),
        iv: Iv.parse(iv),
        tag: GcmTag.parse(tag),
      };
      const { name, size } = await app.files.confirmUpload(ctx, confirmed);
      return { name, size };
    },
  );
  server.get<{ Params: { file: string } }>('/files/:file', async (request) => {
    const { file } = request.params;
    const { url, file: found } = await app.files.getDownload(await caller(request, file), {
      fileId: FileId.parse(file),
    });
    const { iv, tag, wrappedDek, kmsKeyId } = found;
    return { url, iv, tag, wrapped_dek: wrappedDek, kms_key_id: kmsKeyId };
  });
  server.post<{ Body: { email: string } }>('/people', async (request, reply) => {
    await app.users.invite(await caller(request), { email: Email.parse(request.body.email), role: 'member' });
    return reply.code(201).send();
  });
  server.get('/log/checkpoint', async (request) => app.audit.checkpoint(await caller(request)));

  /** The part of an address after `/blobs/` is checked as it came: still encoded, with its query. */
  const addressOf = (request: FastifyRequest) => {
    const [path = '', query = ''] = (request.raw.url ?? '').slice('/blobs/'.length).split('?');
    return { path, query };
  };
  server.put('/blobs/*', async (request, reply) => {
    const { etag } = await gateway.put(addressOf(request), request.body as AsyncIterable<Uint8Array>);
    return reply.header('ETag', etag).send();
  });
  server.get('/blobs/*', async (request, reply) => {
    const { size, etag, range, body } = await gateway.get(addressOf(request), request.headers.range);
    reply
      .code(range === undefined ? 200 : 206)
      .type('application/octet-stream')
      .headers({ ETag: etag, 'Content-Disposition': 'attachment' });
    if (range !== undefined) reply.header('Content-Range', `bytes ${range.first}-${range.last}/${size}`);
    return reply.send(Readable.from(body));
  });
  return server;
}
