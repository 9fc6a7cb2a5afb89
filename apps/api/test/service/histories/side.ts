import { setTimeout as pause } from 'node:timers/promises';
import { systemClock, systemIds } from '@strongroom/adapter-local';
import { type Instant, instant, MINUTE, SECOND } from '@strongroom/domain';
import type { Reply } from '../../support/caller.ts';
import { aPerson, type Person } from '../../support/people-in-memory.ts';
import { startService, type World } from '../../support/service-in-memory.ts';

export type Name = 'owner' | 'ann' | 'ava';

/** Ids, and the names and addresses that people of tests are numbered with. */
const COUNTED = /[0-9a-f]{8}-[0-9a-f-]{27}|Person \d+|person-\d+@example\.com/g;
const SECRET =
  /"(next_cursor|upload_url|download_url|wrapped_dek|token|url|kms_key_id|key_grant|redemption|prefix|private_key)":"[^"]*"/g;

const INDEX = /"index":"([\d.]+)"/g;

/**
 * A service with a room, and what the first bidder was shown of it. Each reading of its clock is later than the one before, and
 * so are ids, so that lists have one order.
 */
export class Side {
  readonly world: World;
  readonly people: Readonly<Record<Name, Person>>;
  /** Ids of rooms, folders, files and others by their names in the history. */
  readonly ids = new Map<string, string>();
  readonly #absent = new Map<string, string>();
  readonly #shown = new Map<string, string>();
  /** The index numbers that were shown of each place. */
  readonly #numbers = new Map<string, Set<number>>();
  readonly #pass: (milliseconds: number) => void;

  private constructor(world: World, people: Side['people'], pass: (milliseconds: number) => void) {
    this.world = world;
    this.people = people;
    this.#pass = pass;
  }

  static async start(): Promise<Side> {
    let now = Date.now();
    const clock = { ...systemClock, now: (): Instant => instant(++now) };
    let made = 0;
    const uuid = (): string => `${(++made).toString(16).padStart(8, '0')}${crypto.randomUUID().slice(8)}`;
    const ids = { ...systemIds, uuid: uuid as typeof systemIds.uuid };
    const world = await startService({ news: 'at_once', ports: (memory) => ({ ...memory, clock, ids }) });
    const [owner, ann, ava] = [await aPerson(world, 'member', 'C4'), await aPerson(world), await aPerson(world)];
    for (const { id } of [ann, ava]) await world.owner.patch(`/users/${id}`, { external: true });
    return new Side(world, { owner, ann, ava }, (milliseconds) => (now += milliseconds));
  }

  /** The id of a thing; one of nothing where it is not there. */
  id(name: string): string {
    const known = this.ids.get(name) ?? this.#absent.get(name) ?? crypto.randomUUID();
    this.#absent.set(name, known);
    return known;
  }

  /** After the room was numbered again. */
  forgetNumbers(): void {
    this.#numbers.clear();
  }

  /**
   * An answer with ids in the order in which they were shown, and without times and secrets. In place of index numbers are their ranks among
   * those that were shown of their place: a gap tells nothing, and a number below one that was shown is another rank.
   */
  bare({ status, text, headers }: Reply): string {
    for (const [, index = ''] of text.matchAll(INDEX)) this.#note(index);
    const location = headers.get('Location') ?? '';
    return `${status} ${location} ${[...headers.keys()].join(' ')} ${text}`
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replaceAll(SECRET, '"$1":"x"')
      .replaceAll(INDEX, (_, index: string) => `"index":"${this.#ranks(index)}"`)
      .replaceAll(COUNTED, (id) => this.#number(id));
  }

  /** The first bidder's mails, when news have been sent of all that happened. */
  async mails(): Promise<readonly string[]> {
    const { ports, app } = this.world;
    for (const later of [20 * SECOND, 6 * MINUTE]) {
      this.#pass(later);
      for (let round = 0; round < 5; round++) {
        while ((await app.worker.runDue()) > 0);
        await pause(20);
      }
    }
    const own = [this.people.ann.email, this.people.ava.email];
    const mails = ports.mailer.sent.filter(({ to, subject }) => own.includes(to) && subject.startsWith('News in '));
    return mails
      .map(({ subject, text }) => `${subject}\n${text}`.replaceAll(/\d\d:\d\d/g, 'time'))
      .map((mail) => mail.replaceAll(/https?:\S+/g, 'address').replaceAll(COUNTED, 'counted'));
  }

  #note(index: string): void {
    for (const [place, number] of levelsOf(index))
      this.#numbers.set(place, (this.#numbers.get(place) ?? new Set()).add(number));
  }

  #ranks(index: string): string {
    const ranks = levelsOf(index).map(([place, number]) => {
      const shown = [...(this.#numbers.get(place) ?? [])];
      return 1 + shown.filter((other) => other < number).length;
    });
    return ranks.join('.');
  }

  #number(id: string): string {
    const known = this.#shown.get(id) ?? `thing${this.#shown.size}`;
    this.#shown.set(id, known);
    return known;
  }
}

/** Each number of an index with the index of its place. */
function levelsOf(index: string): readonly (readonly [string, number])[] {
  const numbers = index.split('.');
  return numbers.map((number, level) => [numbers.slice(0, level).join('.'), Number(number)]);
}

/** Pseudo-random numbers below a bound, the same for the same seed (mulberry32). */
export class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  }

  of<T>(things: readonly T[]): T {
    const found = things[this.below(things.length)];
    if (found === undefined) throw new RangeError('there is nothing to draw from');
    return found;
  }
}
