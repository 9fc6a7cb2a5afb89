import { describe, expect, test } from '@jest/globals';
import { anAvailableFile, aPendingFile, fileId, labelRules, NOW, userId } from '../../test/examples.ts';
import type { GcmTag, Iv } from '../values/crypto.ts';
import type { Label } from '../values/labels.ts';
import type { FileName, FolderPath, VersionNote } from '../values/text.ts';
import { plus } from '../values/time.ts';
import { type AvailableFile, PENDING_LIFE, relabelFile } from './file.ts';
import {
  assertSameReplacement,
  assertVersionsLeft,
  currentVersion,
  deleteVersion,
  fileAtVersion,
  fileOfLink,
  labelOfReplacement,
  MAX_VERSIONS,
  objectsOf,
  type Replacement,
  replaceFile,
  restoreVersion,
  versionsFor,
  versionsOf,
} from './version.ts';

const { scheme } = labelRules;
const [C1, C2, C3, C4] = ['C1', 'C2', 'C3', 'C4'] as Label[] as [Label, Label, Label, Label];
const iv = 'BBECAwQFBgcICQoL' as Iv;
const tag = 'BBECAwQFBgcICQoLDA0ODw==' as GcmTag;
const at = plus(NOW, 1000);
const confirmation = { iv, tag, sealed: 'sealed/2', at };
const places = { scheme, roomLabel: C1 };

const replacing = (with_: Partial<Replacement> = {}): Replacement => ({
  ...aPendingFile({ id: fileId(2), uploadedBy: userId(2) }),
  replaces: { id: fileId(1) },
  ...with_,
});
const replaced = (file: AvailableFile, with_: Partial<Replacement> = {}): AvailableFile =>
  replaceFile(places, file, replacing(with_), confirmation).file;
const numbersOf = (file: AvailableFile) => versionsOf(file).map(({ number }) => number);
const labelled = (label: Label) => ({ label, effectiveLabel: label });

describe('replacing a file', () => {
  test('makes the upload its current version and keeps the previous one', () => {
    const note = 'worked over' as VersionNote;
    const file = anAvailableFile({ folder: 'a' as FolderPath });
    const { file: next, merged } = replaceFile(places, file, replacing({ note }), confirmation);
    expect(next).toMatchObject({
      id: file.id,
      folder: 'a',
      name: file.name,
      version: 2,
      iv,
      tag,
      sealed: 'sealed/2',
      note,
    });
    expect(next.uploadedBy).toBe(userId(2));
    expect(numbersOf(next)).toEqual([2, 1]);
    expect(versionsOf(next)[1]).toMatchObject({
      number: 1,
      iv: file.iv,
      sealed: file.sealed,
      uploadedBy: file.uploadedBy,
    });
    expect(merged).toMatchObject({ id: fileId(2), status: 'merged', into: file.id, version: 2, iv, tag });
  });

  test('a file without versions has one', () => {
    expect(currentVersion(anAvailableFile())).toBe(1);
    expect(numbersOf(anAvailableFile())).toEqual([1]);
  });

  test('gives the name, folder and label that the request named', () => {
    const change = { id: fileId(1), name: 'b.pdf' as FileName, folder: 'b' as FolderPath, label: C3 };
    const next = replaced(anAvailableFile(labelled(C2)), { replaces: change });
    expect(next).toMatchObject({ name: 'b.pdf', folder: 'b', label: C3, effectiveLabel: C3 });
    expect(versionsOf(next)[1]).toMatchObject({ name: 'term-sheet.pdf', label: C2 });
  });

  test('keeps the higher label of file and upload if the request names none', () => {
    expect(labelOfReplacement(scheme, anAvailableFile(labelled(C4)), replacing(labelled(C2)))).toBe(C4);
    expect(labelOfReplacement(scheme, anAvailableFile(labelled(C2)), replacing(labelled(C4)))).toBe(C4);
  });

  test('refuses an abandoned upload', () => {
    const late = { ...confirmation, at: plus(NOW, PENDING_LIFE) };
    expect(() => replaceFile(places, anAvailableFile(), replacing(), late)).toThrow('There is no such file');
  });

  test('refuses another version where the file and the uploads under way have the most', () => {
    const file = replaced(anAvailableFile());
    expect(() => assertVersionsLeft(file, MAX_VERSIONS - 3)).not.toThrow();
    expect(() => assertVersionsLeft(file, MAX_VERSIONS - 2)).toThrow('at most 100 versions');
  });

  test('is repeated with equal values only, and while the version is there', () => {
    const { file, merged } = replaceFile(places, anAvailableFile(), replacing(), confirmation);
    expect(() => assertSameReplacement(merged, file, { iv, tag })).not.toThrow();
    expect(() => assertSameReplacement(merged, file, { iv: anAvailableFile().iv, tag })).toThrow('confirmed already');
    const without = deleteVersion(restoreVersion(file, 1), 2);
    expect(() => assertSameReplacement(merged, without, { iv, tag })).toThrow('There is no such file');
  });
});

describe('restoring a version', () => {
  const file = {
    ...replaced(anAvailableFile(labelled(C2)), { replaces: { id: fileId(1), label: C3 } }),
    name: 'new.pdf' as FileName,
  };

  test('moves the pointer: name and folder stay, the label becomes that of the version', () => {
    const restored = restoreVersion(file, 1);
    expect(restored).toMatchObject({ version: 1, name: 'new.pdf', label: C2, sealed: 'sealed/1' });
    expect(numbersOf(restored)).toEqual([2, 1]);
    expect(restored.uploadId).toBeUndefined();
  });

  test('gives no number twice', () => {
    expect(currentVersion(replaced(restoreVersion(file, 1)))).toBe(3);
    expect(currentVersion(replaced(deleteVersion(restoreVersion(file, 1), 2)))).toBe(3);
  });

  test('changes nothing where it is the current version', () => {
    expect(restoreVersion(file, 2)).toBe(file);
    expect(() => restoreVersion(file, 3)).toThrow('no such version');
  });
});

describe('deleting a version', () => {
  test('removes it with its key, and never the current one', () => {
    const file = replaced(anAvailableFile());
    expect(deleteVersion(file, 1)).toEqual({ ...file, others: undefined });
    expect(() => deleteVersion(file, 2)).toThrow('current version');
    expect(() => deleteVersion(file, 3)).toThrow('no such version');
  });
});

describe('a label of a file with versions', () => {
  const file = replaced(replaced(anAvailableFile(labelled(C1)), { replaces: { id: fileId(1), label: C4 } }), {
    replaces: { id: fileId(1), label: C2 },
  });

  test('that is raised raises all versions below it', () => {
    const raised = relabelFile(scheme, file, C3, C1);
    expect(versionsOf(raised).map(({ label, effectiveLabel }) => [label, effectiveLabel])).toEqual([
      [C3, C3],
      [C4, C4],
      [C3, C3],
    ]);
  });

  test('that is lowered is that of the current version only', () => {
    expect(versionsOf(relabelFile(scheme, file, C1, C1)).map(({ label }) => label)).toEqual([C1, C4, C1]);
  });

  test('hides the versions above a clearance', () => {
    expect(versionsFor(scheme, file, C2).map(({ number }) => number)).toEqual([3, 1]);
    expect(versionsFor(scheme, file, '')).toEqual([]);
  });
});

describe('a file at a version', () => {
  const file = replaced(anAvailableFile(labelled(C3)), { replaces: { id: fileId(1), label: C2 } });

  test('has its content, and needs a clearance for the higher label', () => {
    expect(fileAtVersion(scheme, file, 1)).toMatchObject({
      version: 1,
      sealed: 'sealed/1',
      label: C3,
      effectiveLabel: C3,
    });
    expect(fileAtVersion(scheme, relabelFile(scheme, file, C4, C1), 1)).toMatchObject({ effectiveLabel: C4 });
    expect(fileAtVersion(scheme, file, 2)).toBe(file);
    expect(fileAtVersion(scheme, file, 3)).toBeUndefined();
  });

  test('is what a link shows that names the version', () => {
    expect(fileOfLink(scheme, file, { version: 1 })).toMatchObject({ sealed: 'sealed/1' });
    expect(fileOfLink(scheme, file, {})).toBe(file);
    expect(fileOfLink(scheme, deleteVersion(file, 1), { version: 1 })).toBeUndefined();
  });

  test('is shown by links that were made since it was restored last, and by no others', () => {
    const restored = { ...file, restored: 2 };
    expect(fileOfLink(scheme, restored, { restored: 2 })).toBe(restored);
    for (const link of [{}, { restored: 1 }, { version: 1 }])
      expect(fileOfLink(scheme, restored, link)).toBeUndefined();
    expect(fileOfLink(scheme, restored, undefined)).toBe(restored);
  });

  test('has one object, with the id that it was uploaded under', () => {
    expect(objectsOf(file).map(({ uploadId, sealed }) => [uploadId, sealed])).toEqual([
      [fileId(2), 'sealed/2'],
      [fileId(1), 'sealed/1'],
    ]);
  });
});
