import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../support/caller.ts';
import { aFile, anUpload, aRoom, CIPHERTEXT, given } from '../support/people-of-process.ts';

const PER_SECOND = 200;
/** Callers: a busy machine gets fewer requests a second, and no heap of them. */
const AT_ONCE = 8;

type Outcome = Readonly<{ asked: number; perSecond: number; failed: readonly string[] }>;

/** Requests at up to 200 a second, while a page changes what it changes. A fourth are writes, and a fourth read a file of before. */
export class Load {
  readonly #caller: Caller;
  readonly #room: Readonly<{ id: string }>;
  readonly #file: Readonly<{ id: string }>;
  readonly #over = new AbortController();
  readonly #failed: string[] = [];
  readonly #begun = performance.now();
  readonly #ended: Promise<void>;
  #asked = 0;
  #turn = 0;

  private constructor(caller: Caller, room: Readonly<{ id: string }>, file: Readonly<{ id: string }>) {
    this.#caller = caller;
    this.#room = room;
    this.#file = file;
    this.#ended = this.#go();
  }

  static async start(caller: Caller): Promise<Load> {
    const room = await aRoom(caller);
    return new Load(caller, room, await aFile(caller, room));
  }

  async stop(): Promise<Outcome> {
    this.#over.abort();
    await this.#ended;
    const perSecond = (this.#asked * 1000) / (performance.now() - this.#begun);
    return { asked: this.#asked, perSecond: Math.round(perSecond), failed: this.#failed };
  }

  async #go(): Promise<void> {
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.#worker()));
  }

  async #worker(): Promise<void> {
    while (!this.#over.signal.aborted) {
      const turn = this.#turn++;
      const early = this.#begun + (turn * 1000) / PER_SECOND - performance.now();
      if (early > 1) await pause(early);
      await this.#one(turn).catch((error: unknown) => void this.#failed.push(causeOf(error)));
    }
  }

  async #one(turn: number): Promise<void> {
    await this.#request(turn);
    this.#asked++;
  }

  #request(turn: number): Promise<unknown> {
    if (turn % 40 === 0) return aRoom(this.#caller);
    if (turn % 4 === 0) return anUpload(this.#caller, this.#room);
    if (turn % 4 === 2) return this.#readFile();
    return given(this.#caller.get(turn % 4 === 1 ? '/rooms?per_page=5' : '/me'));
  }

  async #readFile(): Promise<void> {
    const { download_url } = await given(this.#caller.get(`/files/${this.#file.id}/download-url`));
    const answer = await fetch(download_url);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!CIPHERTEXT.equals(bytes)) throw new Error(`a file of before was answered ${answer.status}`);
  }
}

const causeOf = (error: unknown): string => String(error instanceof Error ? (error.cause ?? error) : error);
