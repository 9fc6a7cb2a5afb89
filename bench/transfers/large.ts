import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { formatPercent, mebibytes, table } from '../table.ts';
import { measureCipher } from './cipher.ts';
import type { TransferBench } from './office.ts';

const SIZE = 100 * 1024 * 1024;

/** Seconds of one round for all files, `whole` from the start of the program to its end; and bytes of memory. */
type Way = Readonly<{ whole: number; transfer: number; memory: number; curl: number; cipher: number }>;
type Round = Readonly<{ put: Way; get: Way }>;

/**
 * Large files, in one call of each program: a single file, where the start of the program counts, and several. The programs
 * take turns in being first.
 */
export async function compareLarge(office: TransferBench, rounds: number): Promise<string> {
  const { id } = JSON.parse((await office.strongroom('rooms', 'show', 'Large', '--json')).out) as { id: string };
  const idle = (await office.strongroom('rooms', 'list')).memory;
  const rows: string[][] = [];
  for (const count of [1, 5]) {
    const files = folderOf(office, count);
    const seen: Round[] = [];
    for (let round = 0; round < rounds; round += 1) seen.push(await oneRound(office, id, files, round % 2 === 1));
    rmSync(office.path('large'), { recursive: true });
    for (const way of ['put', 'get'] as const) {
      const middle = (key: keyof Way): number => median(seen.map((round) => round[way][key]));
      const [whole, transfer, curl, cipher] = [middle('whole'), middle('transfer'), middle('curl'), middle('cipher')];
      const slower = Math.max(curl, cipher);
      rows.push([
        `${way} ${count}`,
        ...[whole, transfer, curl, cipher].map((seconds) => mebibytes((SIZE * count) / seconds)),
        formatPercent(slower / whole),
        formatPercent(slower / transfer),
        mebibytes(middle('memory') - idle),
      ]);
    }
  }
  const programs = ['strongroom', 'its transfer', 'curl', 'node:crypto'];
  const shares = ['of the slower', 'transfer of the slower', 'memory above idle'];
  return table([[`files of ${mebibytes(SIZE)}, a second`, ...programs, ...shares], ...rows]);
}

function folderOf(office: TransferBench, count: number): readonly string[] {
  mkdirSync(office.path('large'));
  return Array.from({ length: count }, (_, at) => {
    const path = office.path(`large/${at}.bin`);
    writeFileSync(path, randomBytes(SIZE));
    return path;
  });
}

async function oneRound(
  office: TransferBench,
  room: string,
  files: readonly string[],
  curlFirst: boolean,
): Promise<Round> {
  const [back, outputs] = [office.path('back'), files.map((_, at) => office.path(`curl-${at}.out`))];
  // In a virtual machine the first use of a memory page is slow, so each program gets the same number of pages used
  // just before.
  const warm = (): void => {
    for (const path of [back, ...outputs]) rmSync(path, { recursive: true, force: true });
    for (const path of outputs) writeFileSync(path, Buffer.alloc(2 * SIZE, 1));
    for (const path of outputs) rmSync(path);
  };
  const ours = async (...args: readonly string[]): Promise<Own> => {
    warm();
    const { out, seconds, memory } = await office.strongroom(...args, '--json');
    const { seconds: transfer, files: outcomes } = JSON.parse(out) as Printed;
    return { whole: seconds, transfer, memory, ids: outcomes.map((outcome) => outcome.id) };
  };
  /** The addresses are asked for just before, because they end after minutes, which a busy machine may need for the rest. */
  const curl = async (addressed: () => Promise<readonly string[]>): Promise<number> => {
    warm();
    return office.curl(...(await addressed()));
  };
  const body = { name: 'a', size: SIZE, content_type: 'application/octet-stream' };
  const uploaded: string[] = [];
  const upload = async (file: string): Promise<readonly string[]> => {
    const { file_id = '', upload_url = '' } = await office.ask('POST', `/rooms/${room}/files/upload-url`, body);
    uploaded.push(file_id);
    return ['-T', file, upload_url];
  };
  const download = async (id: string, at: number): Promise<readonly string[]> => {
    const { download_url = '' } = await office.ask('GET', `/files/${id}/download-url`);
    return [download_url, '-o', outputs[at] ?? ''];
  };
  const [put, curlPut] = await inTurn(
    () => ours('put', 'Large', office.path('large'), '--again'),
    () => curl(async () => (await Promise.all(files.map(upload))).flat()),
    curlFirst,
  );
  const [get, curlGet] = await inTurn(
    () => ours('get', 'Large', 'large', '--to', 'back'),
    () => curl(async () => (await Promise.all(put.ids.map(download))).flat()),
    curlFirst,
  );
  let [encrypting, decrypting] = [0, 0];
  for (const file of files) {
    const alone = await measureCipher(file);
    encrypting += alone.encrypting;
    decrypting += alone.decrypting;
  }
  for (const id of [...put.ids, ...uploaded]) await office.ask('DELETE', `/files/${id}`);
  for (const path of [back, ...outputs]) rmSync(path, { recursive: true, force: true });
  return { put: { ...put, curl: curlPut, cipher: encrypting }, get: { ...get, curl: curlGet, cipher: decrypting } };
}

/** Output of `put` and `get` with `--json`. */
type Printed = Readonly<{ seconds: number; files: readonly Readonly<{ id: string }>[] }>;
type Own = Readonly<{ whole: number; transfer: number; memory: number; ids: readonly string[] }>;

async function inTurn<A, B>(one: () => Promise<A>, other: () => Promise<B>, isOtherFirst: boolean): Promise<[A, B]> {
  if (!isOtherFirst) return [await one(), await other()];
  const before = await other();
  return [await one(), before];
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
