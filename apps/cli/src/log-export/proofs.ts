import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isTlogProof } from '@strongroom/audit-proof';
import { kindOf, notJudgedOf, readBytes } from './judged-file.ts';

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
  if ((await kindOf(path)) === 'file') return undefined;
  const names = await readdir(path).catch((error: unknown) => {
    throw notJudgedOf(path, error);
  });
  return names.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

async function isProof(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw notJudgedOf(path, error);
  });
  try {
    const start = Buffer.alloc(HEADER_BYTES);
    const { bytesRead } = await file.read(start, 0, HEADER_BYTES, 0);
    return isTlogProof(start.toString('latin1', 0, bytesRead));
  } catch (error) {
    throw notJudgedOf(path, error);
  } finally {
    await file.close();
  }
}

const textOf = async (path: string): Promise<string> => Buffer.from(await readBytes(path, MAX_PROOF)).toString('utf8');
