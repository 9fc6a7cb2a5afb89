import type { Caller, Reply } from '../support/caller.ts';
import { aFile, aLink, anEmail, aRoom, confirm, given, put, redeem, times } from '../support/people-of-process.ts';
import type { ServiceProcess } from '../support/service-process.ts';

/** One write with its own key, so that it can be repeated if its answer is lost. */
type Write = { readonly key: string; readonly ask: (by: Caller, key: Key) => Promise<Reply>; answer?: Reply };
type Key = Readonly<{ 'Idempotency-Key': string }>;
type Upload = {
  readonly bytes: Buffer<ArrayBuffer>;
  announced: Write;
  address?: string;
  stored?: boolean;
  confirmed?: Write;
};
type Links = readonly { id: string; token: string; max_downloads: number }[];

/** Messages of fetch for a connection that breaks before or within the answer. */
const BROKEN = new Set(['fetch failed', 'terminated']);
const LOST = 'the answer was lost on its way';
const LOST_BEFORE_THE_END = 4;
const CAPS = [3, 50, 100_000];
const PEOPLE = 60;

/** Many concurrent writes of every kind, with a record of the acknowledged ones. */
export class Load {
  readonly #token: string;
  readonly #room: { id: string };
  readonly #links: Links;
  readonly #people: readonly string[];
  readonly #rooms: Write[] = [];
  readonly #uploads: Upload[] = [];
  readonly #redemptions = new Map<string, Write[]>();
  /** Whether the user is a member; undefined if the answer was lost. */
  readonly #members = new Map<string, boolean | undefined>();
  #next = 0;
  #acknowledged = 0;
  #arrives = (): boolean => true;

  private constructor(token: string, room: { id: string }, links: Links, people: readonly string[]) {
    this.#token = token;
    this.#room = room;
    this.#links = links;
    this.#people = people;
    for (const { id } of links) this.#redemptions.set(id, []);
  }

  /** Prepares a room, links to a file with different caps, and users to add as members. */
  static async on(service: ServiceProcess, token: string): Promise<Load> {
    const owner = service.as(token);
    const room = await aRoom(owner);
    const file = await aFile(owner, await aRoom(owner));
    const links = await Promise.all(CAPS.map((cap) => aLink(owner, file, cap)));
    const items = times(PEOPLE, () => ({ email: anEmail(), role: 'member' }));
    const invited: { data: { id: string } }[] = await given(owner.post('/users/bulk-invite', { items }));
    return new Load(
      token,
      room,
      links,
      invited.map(({ data }) => data.id),
    );
  }

  get acknowledged(): number {
    return this.#acknowledged;
  }

  /**
   * Writes until the process is gone. Calls `enough`, which ends it, once `more` further writes were acknowledged and a
   * few answers are outstanding.
   */
  async until(service: ServiceProcess, more: number, enough: () => Promise<void>): Promise<void> {
    const owner = service.as(this.#token);
    const target = this.#acknowledged + more;
    let lost = 0;
    let ending: Promise<void> | undefined;
    this.#arrives = () => this.#acknowledged < target;
    const writers = [
      () => this.#createRoom(owner),
      () => this.#createRoom(owner),
      () => this.#upload(owner, service.url),
      () => this.#upload(owner, service.url),
      () => this.#upload(owner, service.url),
      ...this.#links.map((link) => () => this.#redeem(owner, link)),
      () => this.#changeMember(owner, this.#people.slice(0, PEOPLE / 2)),
      () => this.#changeMember(owner, this.#people.slice(PEOPLE / 2)),
    ];
    const gone = async (write: () => Promise<void>): Promise<void> => {
      for (;;) {
        try {
          await write();
        } catch (error) {
          // Any other error fails the test later.
          const { message } = error as Error;
          if (message !== LOST && (ending === undefined || !BROKEN.has(message))) throw error;
          lost++;
          if (lost >= LOST_BEFORE_THE_END) ending ??= enough();
          return;
        }
      }
    };
    await Promise.all(writers.map(gone));
    await ending;
    this.#arrives = () => true;
  }

  /** Faults right after the restart, before any request is repeated, as sentences. */
  async disagreements(service: ServiceProcess): Promise<readonly string[]> {
    const owner = service.as(this.#token);
    const wrong: string[] = [];
    const say = (isRight: boolean, sentence: string): void => {
      if (!isRight) wrong.push(sentence);
    };
    const rooms = await everything(owner, '/rooms');
    const known = new Set(rooms.items.map(({ name }) => name));
    say(rooms.total === rooms.items.length, `${rooms.total} rooms counted, ${rooms.items.length} listed`);
    for (const { key, answer } of this.#rooms) say(answer === undefined || known.has(key), `room ${key} is lost`);
    const [made, unanswered] = [this.#rooms.filter(({ answer }) => answer).length, pending(this.#rooms).length];
    say(rooms.total - 2 >= made && rooms.total - 2 <= made + unanswered, `${rooms.total} rooms of ${made} made`);
    const created = await everything(owner, '/audit-events?type=room.created');
    say(created.total === rooms.total, `${created.total} records of ${rooms.total} rooms`);

    const here = await given(owner.get(`/rooms/${this.#room.id}`));
    const files = await everything(owner, `/rooms/${this.#room.id}/files`);
    say(files.total === files.items.length, `${files.total} files counted, ${files.items.length} listed`);
    say(here.file_count === files.total, `the room counts ${here.file_count} files of ${files.total}`);
    const byName = new Map(files.items.map((file) => [file.name, file]));
    for (const upload of this.#uploads) {
      const { key } = upload.announced;
      const file = byName.get(key);
      say(upload.confirmed?.answer === undefined || file !== undefined, `file ${key} is lost`);
      if (file !== undefined) say(await isWhole(owner, file.id, upload.bytes), `file ${key} is not what was uploaded`);
      byName.delete(key);
    }
    say(byName.size === 0, `unannounced files: ${[...byName.keys()].join(' ')}`);

    for (const { id, max_downloads: cap } of this.#links) {
      const writes = this.#redemptions.get(id) ?? [];
      const won = writes.filter(({ answer }) => answer?.status === 200).length;
      const { download_count: count } = await given(owner.get(`/shares/${id}`));
      const records = await everything(owner, '/audit-events?type=share.redeemed');
      // A replay releases the key again, and is recorded as a replay.
      const used = records.items.filter(({ target, data }) => target.id === id && data.replayed !== true);
      const recorded = new Set(used.map(({ data }) => data.download)).size;
      say(count >= won && count <= won + pending(writes).length, `link of ${cap}: ${count} counted, ${won} given`);
      say(count <= cap, `link of ${cap}: ${count} counted`);
      say(count === recorded && recorded === used.length, `link of ${cap}: ${count} counted, ${recorded} recorded`);
    }

    const members = await everything(owner, `/rooms/${this.#room.id}/members`);
    const inside = new Set(members.items.map((member) => member.user_id));
    say(members.total === inside.size, `${members.total} members counted, ${inside.size} listed`);
    say(here.member_count === members.total, `the room counts ${here.member_count} members of ${members.total}`);
    for (const [id, isIn] of this.#members) {
      say(isIn === undefined || inside.has(id) === isIn, `member ${id} should be ${isIn ? 'in' : 'out'}`);
      this.#members.set(id, inside.has(id));
    }
    return wrong;
  }

  /** Repeats every unanswered request under its key, until each was done exactly once. */
  async settle(service: ServiceProcess): Promise<void> {
    const owner = service.as(this.#token);
    for (const write of pending([...this.#rooms, ...[...this.#redemptions.values()].flat()]))
      await this.#do(owner, write);
    for (const upload of this.#uploads) await this.#finish(owner, service.url, upload);
  }

  /** Number of writes of each kind in the end. */
  get done(): Readonly<{ rooms: number; files: number; downloads: readonly number[] }> {
    const won = (writes: readonly Write[]): number => writes.filter(({ answer }) => answer?.status === 200).length;
    return {
      rooms: this.#rooms.length,
      files: this.#uploads.length,
      downloads: [...this.#redemptions.values()].map(won),
    };
  }

  /** The service's own counts. */
  async counted(service: ServiceProcess): Promise<Load['done']> {
    const owner = service.as(this.#token);
    const links = await Promise.all(this.#links.map(({ id }) => given(owner.get(`/shares/${id}`))));
    return {
      rooms: (await owner.get('/rooms')).body.meta.total - 2,
      files: (await owner.get(`/rooms/${this.#room.id}/files`)).body.meta.total,
      downloads: links.map((link) => link.download_count),
    };
  }

  async #do(by: Caller, write: Write): Promise<Reply> {
    const answer = await write.ask(by, { 'Idempotency-Key': write.key });
    if (!this.#arrives()) throw new Error(LOST);
    if (answer.status >= 300 && answer.status !== 410)
      throw new RangeError(`answered ${answer.status}: ${answer.text}`);
    write.answer = answer;
    this.#acknowledged++;
    return answer;
  }

  #write(writes: Write[] | undefined, ask: Write['ask']): Write {
    const write: Write = { key: `write-${++this.#next}`, ask };
    writes?.push(write);
    return write;
  }

  async #createRoom(by: Caller): Promise<void> {
    const body = (key: Key) => ({ name: key['Idempotency-Key'], classification: 'C2' });
    await this.#do(
      by,
      this.#write(this.#rooms, (who, key) => who.post('/rooms', body(key), key)),
    );
  }

  async #redeem(by: Caller, { id, token }: { id: string; token: string }): Promise<void> {
    await this.#do(
      by,
      this.#write(this.#redemptions.get(id), (who, key) => redeem(who, token, key)),
    );
  }

  async #upload(by: Caller, url: string): Promise<void> {
    const bytes = Buffer.alloc(2000 + Math.floor(Math.random() * 60_000), this.#next % 251);
    const body = (key: Key) => ({ name: key['Idempotency-Key'], size: bytes.length, content_type: 'text/plain' });
    const path = `/rooms/${this.#room.id}/files/upload-url`;
    const upload: Upload = { bytes, announced: this.#write(undefined, (who, key) => who.post(path, body(key), key)) };
    this.#uploads.push(upload);
    await this.#finish(by, url, upload);
  }

  /** Continues an interrupted upload. */
  async #finish(by: Caller, url: string, upload: Upload): Promise<void> {
    if (upload.confirmed?.answer !== undefined) return;
    const { body } = upload.announced.answer ?? (await this.#do(by, upload.announced));
    const address = new URL(body.data.upload_url);
    if (upload.stored !== true) {
      const status = await put(url + address.pathname + address.search, upload.bytes);
      if (status !== 200) throw new RangeError(`the PUT was answered ${status}`);
      upload.stored = true;
    }
    upload.confirmed ??= this.#write(undefined, (who, key) => confirm(who, this.#room, body.data, key));
    await this.#do(by, upload.confirmed);
  }

  async #changeMember(by: Caller, people: readonly string[]): Promise<void> {
    const id = people[Math.floor(Math.random() * people.length)] ?? '';
    const isIn = this.#members.get(id) ?? false;
    this.#members.set(id, undefined);
    const path = `/rooms/${this.#room.id}/members`;
    await given(isIn ? by.delete(`${path}/${id}`) : by.post(path, { user_id: id, role: 'viewer' }));
    this.#members.set(id, !isIn);
    this.#acknowledged++;
  }
}

const pending = (writes: readonly Write[]): readonly Write[] => writes.filter(({ answer }) => answer === undefined);

async function isWhole(by: Caller, id: string, bytes: Uint8Array): Promise<boolean> {
  const { download_url: url } = await given(by.get(`/files/${id}/download-url`));
  return Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes);
}

type Listed = Readonly<{ items: readonly Reply['body'][]; total: number }>;

/** All pages of a list. */
export async function everything(by: Caller, path: string): Promise<Listed> {
  const items: Reply['body'][] = [];
  for (let cursor = ''; ; ) {
    const { body, text } = await by.get(`${path}${path.includes('?') ? '&' : '?'}per_page=100${cursor}`);
    if (body?.data === undefined) throw new RangeError(text);
    items.push(...body.data);
    if (body.meta.next_cursor === null) return { items, total: body.meta.total };
    cursor = `&cursor=${encodeURIComponent(body.meta.next_cursor)}`;
  }
}
