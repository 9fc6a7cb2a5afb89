import { dirname, join } from 'node:path';
import { type BlobKey, type BlobStat, systemErrorCode, Unavailable } from '@strongroom/ports';
import { statObject } from '../blobs/object-file.ts';
import { objectPath } from '../blobs/object-path.ts';
import { walkObjects } from '../blobs/object-walk.ts';
import { copyWhole, makeFolder, removeIfThere } from '../disk/durable.ts';
import type { NeededObject } from './inventory.ts';

const AT_ONCE = 8;

/** Folder of the objects of a blob store. */
export const objectsIn = (blobs: string): string => join(blobs, 'objects');

type Count = Readonly<{ objects: number; bytes: number }>;
export type CopiedObjects = Count & Readonly<{ /** Missing or incomplete objects. */ missing: readonly BlobKey[] }>;

/**
 * Calls `bring` for each object, a few at a time, and counts those for which it returns a size. An object never changes under
 * its name, so one of the right size is the right one.
 */
export async function goThrough(
  objects: Iterable<NeededObject>,
  bring: (object: NeededObject) => Promise<number | undefined>,
  onCount: (count: Count) => void,
): Promise<CopiedObjects> {
  const missing: BlobKey[] = [];
  let count = { objects: 0, bytes: 0 };
  const waiting = objects[Symbol.iterator]();
  const work = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
      const size = await bring(next.value);
      if (size !== undefined) count = { objects: count.objects + 1, bytes: count.bytes + size };
      else if (next.value.required) missing.push(next.value.key);
      onCount(count);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { ...count, missing: missing.toSorted() };
}

/** Size of the object if it is complete. */
export async function wholeObject(blobs: string, { key, size }: NeededObject): Promise<number | undefined> {
  const found = headIfWhole(pathOf(blobs, key));
  return found !== undefined && (size === undefined || found.size === size) ? found.size : undefined;
}

function headIfWhole(path: string): BlobStat | undefined {
  try {
    return statObject(path);
  } catch (error) {
    if (error instanceof Unavailable) return undefined; // the file has no object header
    throw error;
  }
}

/** Copies an object unless the target has it, and returns its size; undefined if there is none to copy. */
export async function copyObject(from: string, to: string, object: NeededObject): Promise<number | undefined> {
  const target = pathOf(to, object.key);
  if (object.required) {
    const there = await wholeObject(to, object);
    if (there !== undefined) return there;
  }
  await makeFolder(dirname(target));
  try {
    await copyWhole(pathOf(from, object.key), target);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  return wholeObject(to, object);
}

/** Removes all other objects. */
export async function removeOthers(blobs: string, kept: ReadonlySet<BlobKey>): Promise<void> {
  for await (const key of walkObjects(objectsIn(blobs), '', undefined))
    if (!kept.has(key)) await removeIfThere(pathOf(blobs, key));
}

const pathOf = (blobs: string, key: BlobKey): string => join(objectsIn(blobs), ...objectPath(key));
