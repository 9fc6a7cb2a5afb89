import { DomainError, type FileId, type Instant, type Iv, type PendingFile, partFile } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type InFile, inFile, lookInFile, permitInFile } from '../../kernel/in-file.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { roomIdOfFile } from '../../kernel/place-of-file.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { uploadRequested } from '../../steps/uploads/same-upload.ts';
import { uploadExpiry } from '../../steps/uploads/upload-life.ts';
import { partSizeOf, partsOf, receivedParts, removeOtherParts } from '../../steps/uploads/upload-parts.ts';
import { files } from '../../store/files.ts';

type UploadPartsInput = Readonly<{ fileId: FileId; iv: Iv }>;

/** A part of an upload, with an address unless the store has it. */
export type PartToSend = Readonly<{ number: number; size: number; url: string | null }>;

export type UploadParts = Readonly<{
  file: Pick<PendingFile, 'id'>;
  parts: readonly PartToSend[];
  expiresAt: Instant;
}>;

/**
 * Says which parts of a ciphertext the store has, and returns an address for each other one. The iv names the ciphertext: parts
 * of another one are removed and never joined with these. Confirming joins the parts.
 * Throws FILE_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED, FILE_ALREADY_CONFIRMED, PARTS_NOT_OFFERED, LIMIT_REACHED.
 */
export const uploadParts =
  (deps: OperationDeps & Pick<Deps, 'blobs' | 'uploadUrlTtl'>) =>
  async (ctx: SignedIn, { fileId, iv }: UploadPartsInput): Promise<UploadParts> => {
    const place = { roomId: roomIdOfFile(ctx, fileId), fileId };
    const decision = { action: 'file.upload_parts', facts: () => ({ now: deps.clock.now() }) } as const;
    const { file } = (await lookInFile(deps, ctx, place, decision)).seen;
    if (partSizeOf(deps.blobs, file.size) === null) throw new DomainError('PARTS_NOT_OFFERED');
    const received = await receivedParts(deps.blobs, file, iv);
    const expiresAt = uploadExpiry(deps, {
      size: file.size,
      requestedAt: file.requestedAt,
      now: deps.clock.now(),
    });
    const parts = await Promise.all(
      partsOf(file, iv).map(async ({ number, key, size }): Promise<PartToSend> => {
        const request = { key, size, expiresAt, uploader: file.uploadedBy };
        return { number, size, url: received.has(number) ? null : await deps.blobs.signUpload(request) };
      }),
    );
    const apply = (uow: UnitOfWork, found: Pick<InFile, 'file'>): UploadParts => {
      if (found.file.status !== 'pending') throw new DomainError('FILE_ALREADY_CONFIRMED');
      const parted = partFile(found.file, iv);
      if (parted !== found.file) uow.put(files, parted);
      uow.record(uploadRequested(parted, expiresAt, { parts: parts.length - received.size }));
      return { file: parted, parts, expiresAt };
    };
    const given = await inFile(deps, ctx, place, {
      ...decision,
      // No address is stored. A repeated request is answered by what the store has by then.
      replay: {
        store: () => ({}),
        restore: (_: object, uow: UnitOfWork) => apply(uow, permitInFile(deps, ctx, place, decision, uow)),
      },
      apply,
    });
    await removeOtherParts(deps.blobs, file, iv);
    return given;
  };
