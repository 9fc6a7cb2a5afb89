import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mebibytes, percent, table } from '../table.ts';
import { cipherAlone } from './cipher.ts';
import type { Office } from './office.ts';

const SIZE = 100 * 1024 * 1024;

/** Seconds of one round. */
type Round = Readonly<
  Record<'put' | 'curlPut' | 'get' | 'curlGet' | 'encrypting' | 'decrypting', number> & { count: number }
>;

/** Large files, in one call of each program: a single file, where the start of the program counts, and several. */
export async function compareLarge(office: Office, rounds: number): Promise<string> {
  const { id } = JSON.parse((await office.strongroom('rooms', 'show', 'Large', '--json')).out) as { id: string };
  const rows: string[][] = [];
  for (const count of [1, 5]) {
    const files = folderOf(office, count);
    const seen: Round[] = [];
    for (let round = 0; round < rounds; round += 1) seen.push(await oneRound(office, id, files));
    rmSync(office.path('large'), { recursive: true });
    const row = (way: string, own: keyof Round, curl: keyof Round, cipher: keyof Round): string[] => {
      const [ours, curls, alone] = [own, curl, cipher].map((key) => median(seen.map((one) => one[key])) / count);
      const slower = Math.max(curls ?? 0, alone ?? 0) / (ours ?? 0);
      return [
        `${way} ${count}`,
        ...[ours, curls, alone].map((seconds = 0) => mebibytes(SIZE / seconds)),
        percent(slower),
      ];
    };
    rows.push(row('put', 'put', 'curlPut', 'encrypting'), row('get', 'get', 'curlGet', 'decrypting'));
  }
  const title = [`files of ${mebibytes(SIZE)}, a second`, 'strongroom', 'curl', 'node:crypto', 'of the slower'];
  return table([title, ...rows]);
}

function folderOf(office: Office, count: number): readonly string[] {
  mkdirSync(office.path('large'));
  return Array.from({ length: count }, (_, at) => {
    const path = office.path(`large/${at}.bin`);
    writeFileSync(path, randomBytes(SIZE));
    return path;
  });
}

async function oneRound(office: Office, room: string, files: readonly string[]): Promise<Round> {
  const [back, outputs] = [office.path('back'), files.map((_, at) => office.path(`curl-${at}.out`))];
  // In a virtual machine the first use of a memory page is slow, so each program gets the same number of pages used
  // just before.
  const warm = (): void => {
    for (const path of [back, ...outputs]) rmSync(path, { recursive: true, force: true });
    for (const path of outputs) writeFileSync(path, Buffer.alloc(2 * SIZE, 1));
    for (const path of outputs) rmSync(path);
  };
  warm();
  const put = await office.strongroom('put', 'Large', office.path('large'), '--again');
  const ids = put.out
    .trim()
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '');
  const body = { name: 'a', size: SIZE, content_type: 'application/octet-stream' };
  const uploads = await Promise.all(files.map(() => office.ask('POST', `/rooms/${room}/files/upload-url`, body)));
  warm();
  const sent = files.flatMap((file, at) => ['-T', file, uploads[at]?.upload_url ?? '']);
  const curlPut = await office.curl(...sent);
  warm();
  const get = await office.strongroom('get', 'Large', 'large', '--to', 'back');
  const fetched: string[] = [];
  for (const [at, id] of ids.entries())
    fetched.push((await office.ask('GET', `/files/${id}/download-url`)).download_url ?? '', '-o', outputs[at] ?? '');
  warm();
  const curlGet = await office.curl(...fetched);
  let [encrypting, decrypting] = [0, 0];
  for (const file of files) {
    const alone = await cipherAlone(file);
    encrypting += alone.encrypting;
    decrypting += alone.decrypting;
  }
  for (const id of [...ids, ...uploads.map(({ file_id: other = '' }) => other)])
    await office.ask('DELETE', `/files/${id}`);
  for (const path of outputs) rmSync(path);
  return { put: put.seconds, curlPut, get: get.seconds, curlGet, encrypting, decrypting, count: files.length };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
