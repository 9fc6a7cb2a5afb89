import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { UnreliableLine } from '@strongroom/test-servers/unreliable-line';
import { anOffice, contentsOf, Desk, type Office } from './desk.ts';

const PIECE = 1024 * 1024;

type Request = Readonly<{ method: string; path: string }>;
type Large = Readonly<{ size: number; bytesPerSecond: number; cuts: number }>;
type Many = Readonly<{ count: number; times: number }>;

const isPut = ({ method }: Request): boolean => method === 'PUT';
/** Small files share requests. */
const isSent = ({ method, path }: Request): boolean => method === 'PUT' || (method === 'POST' && path === '/blobs');
/** Maximum number of files in such a request. */
const MAX_TOGETHER = 50;
const isObject = ({ method, path }: Request): boolean => method === 'GET' && path.startsWith('/blobs/');
const isFetched = (request: Request): boolean => isObject(request) || request.path === '/blobs?read';

/** An office with one more desk of its owner, which reaches the service through an unreliable line only. */
export class BadLine {
  readonly office: Office;
  readonly line: UnreliableLine;
  readonly desk: Desk;

  private constructor(office: Office, line: UnreliableLine, desk: Desk) {
    this.office = office;
    this.line = line;
    this.desk = desk;
  }

  static async make(DeskOf: typeof Desk = Desk): Promise<BadLine> {
    let origin = '';
    const line = await UnreliableLine.to(() => origin);
    const office = await anOffice(undefined, DeskOf, { STRONGROOM_PUBLIC_URL: line.url });
    origin = office.service.url;
    const desk = await office.stranger('away');
    await desk.output(['login', line.url, '--data-dir', office.place.data], { input: `${office.token}\n` });
    return new BadLine(office, line, desk);
  }

  async end(): Promise<void> {
    await this.office.end();
    await this.line.end();
  }

  /** Number of events of a type in a room. */
  async #events(room: string, type: string): Promise<number> {
    const { body } = await this.office.caller.get(`/audit-events?room_id=${room}&type=${type}`);
    return body.meta.total as number;
  }

  /** Sends and fetches one file over a slow line that is cut that often in the middle of it, and where a proxy answers once. */
  async largeFile({ size, bytesPerSecond, cuts }: Large) {
    const { desk, line } = this;
    const path = join(desk.home, 'large.bin');
    await fill(path, size);
    const room = await this.office.room('Large');
    line.bytesPerSecond = bytesPerSecond;
    const third = Math.floor(size / 3);
    // Large files are sent in parts: a cut after more bytes would meet none.
    line.cut('request', Math.min(third, 2 * PIECE), isPut, cuts);
    line.answer('login page', isPut);
    await desk.output(['put', room, 'large.bin']);
    line.answer('unavailable', isObject);
    line.cut('answer', third, isObject, cuts);
    const before = line.passed.length;
    await desk.output(['get', room, 'large.bin', '--to', 'back.bin']);
    const ranges = line.passed
      .slice(before)
      .filter(isObject)
      .map(({ headers }) => headers.range);
    const isSame = (await hashOf(join(desk.home, 'back.bin'))) === (await hashOf(path));
    return { ...(await this.#counted(room)), announced: await this.#announcedFiles(room), isSame, ranges };
  }

  /**
   * Sends one file in parts by a process that gets a signal in the middle of it, and then by another one whose line is cut. Returns
   * the bytes that were sent, and those of them after the signal.
   */
  async endedInTheMiddle(size: number, signal: 'SIGKILL' | 'SIGINT') {
    const { desk, line } = this;
    line.bytesPerSecond = undefined;
    await fill(join(desk.home, 'parted.bin'), size);
    const room = await this.office.room('Parted');
    const before = line.requestBytes;
    const killed = desk.begin(['put', room, 'parted.bin']);
    await line.until(() => line.requestBytes - before > size / 2);
    killed.child.kill(signal);
    const { code } = await killed.ended;
    const between = line.requestBytes;
    line.cut('request', PIECE, isPut);
    await desk.output(['put', room, 'parted.bin']);
    const sent = { all: line.requestBytes - before, afterwards: line.requestBytes - between };
    const back = `parted-${signal}.bin`;
    await desk.output(['get', room, 'parted.bin', '--to', back]);
    const isSame = (await hashOf(join(desk.home, back))) === (await hashOf(join(desk.home, 'parted.bin')));
    return { announced: await this.#announcedFiles(room), isSame, code, ...sent };
  }

  /** Sends and fetches many small files over a line that goes offline that often, evenly spread over them. */
  async manyFiles({ count, times }: Many) {
    const { desk } = this;
    const files = Array.from({ length: count }, (_, index) => [`many/${index % 7}/${index}.txt`, `content ${index}`]);
    await desk.write(Object.fromEntries(files) as Record<string, string>);
    const room = await this.office.room('Many');
    const requests = count / (times + 1) / MAX_TOGETHER;
    await Promise.all([desk.output(['put', room, 'many']), this.#goOffline(times, requests, isSent)]);
    const fetched = desk.output(['get', room, 'many', '--to', 'many-back']);
    await Promise.all([fetched, this.#goOffline(times, requests, isFetched)]);
    const [sent, arrived] = [await contentsOf(join(desk.home, 'many')), await contentsOf(join(desk.home, 'many-back'))];
    const announced = await this.#announcedFiles(room);
    return { ...(await this.#counted(room)), announced, isSame: isDeepStrictEqual(arrived, sent) };
  }

  /** Fetches a file by a link with one download over a line that is cut and where a proxy answers. */
  async oneDownload(size: number) {
    const { desk, line, office } = this;
    line.bytesPerSecond = undefined;
    await fill(join(desk.home, 'offer.bin'), size);
    const room = await office.room('Linked');
    await desk.output(['put', room, 'offer.bin']);
    const link = (await desk.output(['share', room, 'offer.bin', '--max-downloads', '1'])).trim();
    line.cut('answer', Math.floor(size / 2), isObject);
    line.answer('bad gateway', isObject);
    const stranger = await office.stranger('recipient');
    await stranger.output(['fetch', link, '--to', 'offer.bin']);
    const isSame = (await hashOf(join(stranger.home, 'offer.bin'))) === (await hashOf(join(desk.home, 'offer.bin')));
    const [{ download_count: downloads }] = await desk.json(['share', 'list', room, 'offer.bin']);
    return { isSame, downloads: downloads as number };
  }

  /** Number of files that were announced. Each address is an event: one whose answer was lost, or for missing parts, is asked for again. */
  async #announcedFiles(room: string): Promise<number> {
    const ids = new Set<string>();
    let cursor: string | undefined;
    do {
      const from = cursor === undefined ? '' : `&cursor=${cursor}`;
      const list = `/audit-events?room_id=${room}&type=file.upload_requested&per_page=100${from}`;
      const { data, meta } = (await this.office.caller.get(list)).body;
      for (const { target } of data as readonly Readonly<{ target: { id: string } }>[]) ids.add(target.id);
      cursor = (meta.next_cursor as string | null) ?? undefined;
    } while (cursor !== undefined);
    return ids.size;
  }

  async #counted(room: string) {
    return {
      announced: await this.#events(room, 'file.upload_requested'),
      confirmed: await this.#events(room, 'file.confirmed'),
    };
  }

  /** Takes the line away after each `count` such requests, until a client has met it. */
  async #goOffline(times: number, count: number, isMeant: (one: Request) => boolean): Promise<void> {
    const { line } = this;
    const start = line.passed.length;
    for (let time = 1; time <= times; time++) {
      await line.until(() => line.passed.slice(start).filter(isMeant).length >= time * count);
      line.goOffline();
      const met = line.refused;
      await line.until(() => line.refused > met);
      line.goOnline();
    }
  }
}

async function fill(path: string, size: number): Promise<void> {
  const handle = await open(path, 'w');
  for (let left = size; left > 0; left -= PIECE) await handle.write(randomBytes(Math.min(PIECE, left)));
  await handle.close();
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
