import { describe, expect, test } from '@jest/globals';
import { anAvailableFile, aPendingFile, NOW } from '../../test/examples.ts';
import type { GcmTag, Iv } from '../values/crypto.ts';
import { DEFAULT_LABELS, type Label } from '../values/labels.ts';
import type { FileSize } from '../values/numbers.ts';
import type { FileName, FolderPath } from '../values/text.ts';
import { DAY, plus } from '../values/time.ts';
import {
  assertUploadedSize,
  confirmFile,
  deleteFile,
  isAbandoned,
  isPresent,
  moveFile,
  relabelFile,
  renameFile,
} from './file.ts';

const iv = 'AAECAwQFBgcICQoL' as Iv;
const tag = 'AAECAwQFBgcICQoLDA0ODw==' as GcmTag;
const otherIv = 'BBECAwQFBgcICQoL' as Iv;
const otherTag = 'BBECAwQFBgcICQoLDA0ODw==' as GcmTag;

describe('confirming a file', () => {
  test('makes it available under its sealed name and keeps all the rest', () => {
    const pending = aPendingFile();
    const { status: _, ...rest } = pending;
    expect(confirmFile(pending, { iv, tag, sealed: 'sealed/9', at: NOW })).toEqual({
      ...rest,
      status: 'available',
      iv,
      tag,
      sealed: 'sealed/9',
      confirmedAt: NOW,
      swept: false,
    });
    expect(pending.status).toBe('pending');
  });

  test('again with the same values changes nothing, not even the sealed name or the time', () => {
    const file = anAvailableFile({ iv, tag });
    expect(confirmFile(file, { iv, tag, sealed: 'sealed/other', at: plus(NOW, 1) })).toBe(file);
  });

  test('again with another iv or tag is refused', () => {
    const file = anAvailableFile({ iv, tag });
    for (const values of [
      { iv: otherIv, tag },
      { iv, tag: otherTag },
      { iv: otherIv, tag: otherTag },
    ])
      expect(() => confirmFile(file, { ...values, sealed: file.sealed, at: NOW })).toThrow(
        expect.objectContaining({ code: 'FILE_ALREADY_CONFIRMED' }),
      );
  });
});

test.each([aPendingFile(), anAvailableFile()])(
  'deleting a file ($status) leaves neither name nor key nor label',
  (file) => {
    const deleted = deleteFile(file, plus(NOW, 5));
    expect(deleted).toEqual({ id: file.id, roomId: file.roomId, status: 'deleted', deletedAt: plus(NOW, 5) });
  },
);

test('a file is present from its announcement to its deletion', () => {
  expect([isPresent(aPendingFile()), isPresent(anAvailableFile())]).toEqual([true, true]);
  expect([isPresent(deleteFile(aPendingFile(), NOW)), isPresent(undefined)]).toEqual([false, false]);
});

test('a pending file is abandoned exactly 24 hours after its upload was requested', () => {
  const file = aPendingFile({ requestedAt: NOW });
  expect([isAbandoned(file, NOW), isAbandoned(file, plus(NOW, DAY - 1))]).toEqual([false, false]);
  expect([isAbandoned(file, plus(NOW, DAY)), isAbandoned(file, plus(NOW, 2 * DAY))]).toEqual([true, true]);
});

describe('the length of what was uploaded', () => {
  const file = { size: 100 as FileSize };

  test('has to be exactly the announced one', () => {
    expect(() => assertUploadedSize(file, 100)).not.toThrow();
    expect(() => assertUploadedSize({ size: 0 as FileSize }, 0)).not.toThrow();
    for (const uploaded of [0, 99, 101, 115, 117])
      expect(() => assertUploadedSize(file, uploaded)).toThrow(
        expect.objectContaining({
          code: 'UPLOAD_SIZE_MISMATCH',
          message: expect.stringContaining(`${uploaded} bytes where 100 were announced`),
        }),
      );
  });

  test('asks the caller to drop the last 16 bytes when the ciphertext includes the tag', () => {
    expect(() => assertUploadedSize(file, 116)).toThrow(
      expect.objectContaining({
        code: 'UPLOAD_SIZE_MISMATCH',
        message: expect.stringContaining('drop the last 16 bytes'),
      }),
    );
  });
});

describe('a change of a file', () => {
  const file = anAvailableFile({ label: 'C2' as Label, effectiveLabel: 'C3' as Label });

  test('changes its name, its folder or its label, and keeps all the rest', () => {
    expect(renameFile(file, 'b' as FileName)).toEqual({ ...file, name: 'b' });
    expect(moveFile(file, 'x/y' as FolderPath)).toEqual({ ...file, folder: 'x/y' });
    expect(relabelFile(DEFAULT_LABELS, file, 'C4' as Label, 'C3' as Label)).toEqual({
      ...file,
      label: 'C4',
      effectiveLabel: 'C4',
    });
  });

  test('leaves the label of the room effective below it', () => {
    expect(relabelFile(DEFAULT_LABELS, file, 'C1' as Label, 'C3' as Label)).toMatchObject({
      label: 'C1',
      effectiveLabel: 'C3',
    });
  });

  test('to present values changes nothing', () => {
    expect(renameFile(file, file.name)).toBe(file);
    expect(moveFile(file, file.folder)).toBe(file);
    expect(relabelFile(DEFAULT_LABELS, file, file.label, 'C3' as Label)).toBe(file);
  });
});
