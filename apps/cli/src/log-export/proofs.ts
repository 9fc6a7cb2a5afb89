import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isTlogProof, NotJudged } from '@strongroom/audit-proof';
import { systemErrorCode } from '@strongroom/ports';

/** The proof of one event, in a file. */
export type ProofFile = Readonly<{ name: string; text: string }>;

/** More bytes than a proof with the longest event has. */
const MAX_PROOF = 262_144;
const HEADER_BYTES = 32;

/** The proofs at a path: one file, or those of a folder. Undefined where there is something else. Throws NotJudged. */
export async function proofsAt(path: string): Promise<AsyncIterable<ProofFile> | undefined> {
  const names = await namesIn(path);
  if (names === undefined) return (await isProof(path)) ? each([path]) : undefined;
  if (names.includes('checkpoint')) return undefined;
  const proofs = names.filter((name) => name.endsWith('.proof')).map((name) => join(path, name));
  return proofs.length === 0 ? undefined : each(proofs);
}

async function* each(paths: readonly string[]): AsyncGenerator<ProofFile> {
  for (const path of paths) yield { name: path, text: await textOf(path) };
}

async function namesIn(path: string): Promise<readonly string[] | undefined> {
  try {
    const names = await readdir(path);
    return names.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOTDIR' || systemErrorCode(error) === 'ENOENT') return undefined;
    throw unreadable(path, error);
  }
}

async function isProof(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw unreadable(path, error);
  });
  try {
    const start = Buffer.alloc(HEADER_BYTES);
    const { bytesRead } = await file.read(start, 0, HEADER_BYTES, 0);
    return isTlogProof(start.toString('latin1', 0, bytesRead));
  } finally {
    await file.close();
  }
}

async function textOf(path: string): Promise<string> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw unreadable(path, error);
  });
  try {
    const { size } = await file.stat();
    if (size > MAX_PROOF) throw new NotJudged(`${path} has ${size} bytes, more than a proof can have.`);
    return await readFile(file, 'utf8');
  } finally {
    await file.close();
  }
}

function unreadable(path: string, error: unknown): unknown {
  const code = systemErrorCode(error);
  return code === undefined ? error : new NotJudged(`${path} cannot be read (${code}).`);
}
