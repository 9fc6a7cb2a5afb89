import { stat } from 'node:fs/promises';
import { NotJudged, Tampered } from '@strongroom/audit-proof';
import { BINDER, MAX_FILE_BYTES, manifestLine } from '@strongroom/client';
import { notJudgedOf } from '../log-export/judged-file.ts';
import type { BinderFolder } from './folder.ts';
import { hashOfFile } from './hashes.ts';

const { files: FILES, manifest: MANIFEST, seal: SEAL } = BINDER;
/** Bytes of the largest text of an export. */
export const MAX_TEXT = 1_073_741_824;
const LINE = /^(?<hash>[0-9a-f]{64}) {2}(?<path>[^\n\\]+)$/u;

/** The text of the manifest, which `sha256sum --check` reads. `known`: hashes of files that were read already. */
export async function manifestOf(folder: BinderFolder, known: ReadonlyMap<string, string>): Promise<string> {
  let text = '';
  for (const path of await folder.paths()) {
    if (path === MANIFEST || path === SEAL) continue;
    text += manifestLine(path, known.get(path) ?? (await hashOfFile(folder.at(path))));
  }
  return text;
}

/** The hashes of a manifest by path. Throws NotJudged for a text that is not one. */
export function parsedManifest(text: string): ReadonlyMap<string, string> {
  const hashes = new Map<string, string>();
  if (!text.endsWith('\n')) throw new NotJudged(`${MANIFEST} is cut off.`);
  for (const line of text.slice(0, -1).split('\n')) {
    const { hash, path } = LINE.exec(line)?.groups ?? {};
    if (hash === undefined || path === undefined || isOutside(path))
      throw new NotJudged(`${MANIFEST} has a line that is not the hash of a file in this folder.`);
    if (hashes.has(path)) throw new NotJudged(`${MANIFEST} names ${path} twice.`);
    hashes.set(path, hash);
  }
  return hashes;
}

const isOutside = (path: string): boolean =>
  path.startsWith('/') || path.split('/').some((name) => name === '' || name === '.' || name === '..');

/**
 * Compares every file with the manifest. Throws Tampered with the first that is changed, missing or not named. One that is larger
 * than any of an export is not read: a file with a hole of a terabyte would be hashed for hours.
 */
export async function compareFiles(folder: BinderFolder, hashes: ReadonlyMap<string, string>): Promise<void> {
  const there = await folder.contents();
  for (const [path, { isFile }] of there) {
    if (!isFile) throw new Tampered(`${path} is a link or a device, which no export writes.`);
    if (!hashes.has(path) && path !== MANIFEST && path !== SEAL) throw new Tampered(`${path} is not in ${MANIFEST}.`);
  }
  for (const [path, hash] of hashes) {
    if (!there.has(path)) throw new Tampered(`${path} is missing.`);
    const found = await hashUnlessHuge(folder, path).catch((error: unknown) => {
      throw notJudgedOf(path, error);
    });
    if (found !== hash) throw new Tampered(`${path} is not the file that was exported.`);
  }
}

async function hashUnlessHuge(folder: BinderFolder, path: string): Promise<string | undefined> {
  const { size } = await stat(folder.at(path));
  return size > (path.startsWith(`${FILES}/`) ? MAX_FILE_BYTES : MAX_TEXT) ? undefined : hashOfFile(folder.at(path));
}
