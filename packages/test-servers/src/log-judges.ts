/** Programs written by others that judge exports of an audit log. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Environment, installedGoProgram, ownGoProgram } from './go-program.ts';

const TESSERA = { module: 'github.com/transparency-dev/tessera/cmd/fsck', version: 'v1.0.4', variable: 'TESSERA_FSCK' };

/** Milliseconds. Tessera's fsck does not end at a tile that is wrong. */
const FSCK_MS = 8000;

/** The output of a program, and whether it found nothing wrong. */
export type Judgement = Readonly<{ isIntact: boolean; said: string }>;

/** The judgement of the packages of Go's checksum database on an export in a folder. */
export async function judgeWithGo(folder: string, vkey: string, environment: Environment): Promise<Judgement> {
  return judgement(await output(await logJudge(environment), [folder, vkey]), /^judged \d+ entries/mu);
}

/** The judgement of the packages of Go's checksum database on the proof of an entry, as text. */
export async function judgeProofWithGo(
  { proof, vkey, entry }: Readonly<{ proof: string; vkey: string; entry: Uint8Array }>,
  environment: Environment,
): Promise<Judgement> {
  const args = ['-proof', vkey, Buffer.from(entry).toString('hex')];
  return judgement(await output(await logJudge(environment), args, proof), /^judged the proof/mu);
}

/** The note that Go's checksum database signs by a private key. */
export const signWithGo = async (text: string, privateKey: string, environment: Environment): Promise<string> =>
  output(await logJudge(environment), ['-sign', privateKey], text);

/** The judgement of Tessera's fsck on an export in a folder, where `vkey.txt` is written. It ends with code 0 in any case. */
export async function judgeWithTessera(folder: string, vkey: string, environment: Environment): Promise<Judgement> {
  const key = join(folder, 'vkey.txt');
  await writeFile(key, vkey);
  const program = await installedGoProgram(TESSERA, environment);
  const args = ['-ui=false', '-storage_url', pathToFileURL(`${folder}/`).href, '-public_key', key];
  return judgement(await output(program, args), /Successfully fsck'd/u);
}

const logJudge = (environment: Environment): Promise<string> =>
  ownGoProgram(join(import.meta.dirname, 'log-judge'), environment);

const judgement = (said: string, good: RegExp): Judgement => ({ isIntact: good.test(said), said });

/** Everything that a program prints before it ends, or before its time is over. */
function output(program: string, args: readonly string[], input?: string): Promise<string> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { timeout: FSCK_MS, killSignal: 'SIGKILL' }, (_error, out, err) => {
      resolve(`${out}${err}`);
    });
    child.stdin?.end(input);
  });
}
