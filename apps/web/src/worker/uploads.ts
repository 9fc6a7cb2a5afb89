import {
  type JobOutcome,
  momentOf,
  type ResumableUploads,
  type Strongroom,
  StrongroomError,
  type UploadJob,
  type UploadMemory,
} from '@strongroom/client';
import type { UploadOrder } from './messages.ts';

type Job = UploadJob<UploadOrder, string>;
type Client = Pick<Strongroom, 'resumableBlobUploads'>;
type RoomRun = Readonly<{
  roomId: string;
  client: Client;
  uploads: ResumableUploads<UploadOrder, string, CryptoKey>;
}>;

type Report = Readonly<{
  onProgress: (order: UploadOrder, transferred: number) => void;
  onOutcome: (outcome: JobOutcome<UploadOrder>) => void;
  /** Called for a cancelled file that has not arrived, once it cannot any more. */
  onCancelled: (order: UploadOrder) => void;
}>;

const SIDE_BY_SIDE = 4;

/** Uploads files to one room after the other. */
export class Uploads {
  readonly #report: Report;
  readonly #memory: UploadMemory<string>;
  readonly #open = new Map<number, UploadOrder>();
  /** Cancelled, and perhaps being confirmed. */
  readonly #leaving = new Map<number, UploadOrder>();
  #runs: RoomRun[] = [];
  #client: Client | undefined;
  #isPaused = false;
  #isRunning = false;

  constructor(memory: UploadMemory<string>, report: Report) {
    this.#memory = memory;
    this.#report = report;
  }

  /** Uploads with this client from now on, or with none where there is no key service. */
  use(client: Client | undefined): void {
    this.#client = client;
    for (const { roomId, uploads } of this.#runs) this.#add(roomId, uploads.takeWaiting());
  }

  add(orders: readonly UploadOrder[]): void {
    for (const order of orders) this.#open.set(order.id, order);
    for (const room of new Set(orders.map(({ roomId }) => roomId)))
      this.#add(room, orders.filter(({ roomId }) => roomId === room).map(jobOf));
    void this.#runAll();
  }

  cancel(ids: readonly number[]): void {
    const gone = new Set(ids);
    for (const id of ids) {
      const order = this.#open.get(id);
      if (order !== undefined) this.#leaving.set(id, order);
      this.#open.delete(id);
    }
    for (const { uploads } of this.#runs) void uploads.cancel(({ id }) => gone.has(id));
  }

  set isPaused(isPaused: boolean) {
    this.#isPaused = isPaused;
    for (const { uploads } of this.#runs) uploads.isPaused = isPaused;
  }

  #add(roomId: string, jobs: readonly Job[]): void {
    const client = this.#client;
    if (client === undefined)
      for (const { file } of jobs) this.#end({ file, error: new StrongroomError('NO_KEY_MANAGEMENT') });
    else if (jobs.length > 0) this.#runIn(roomId, client).uploads.add(jobs);
  }

  #runIn(roomId: string, client: Client): RoomRun {
    const known = this.#runs.find((run) => run.roomId === roomId && run.client === client);
    if (known !== undefined) return known;
    const uploads = client.resumableBlobUploads<UploadOrder, string>(roomId, {
      memory: this.#memory,
      parallel: SIDE_BY_SIDE,
      onProgress: (order, { transferred }) => this.#report.onProgress(order, transferred),
      onOutcome: (outcome) => this.#end(outcome),
      onCancelled: (order) => this.#left(order),
    });
    uploads.isPaused = this.#isPaused;
    const run = { roomId, client, uploads };
    this.#runs.push(run);
    return run;
  }

  async #runAll(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let [run] = this.#runs; run !== undefined; [run] = this.#runs) await this.#run(run);
    this.#isRunning = false;
  }

  async #run(run: RoomRun): Promise<void> {
    const { uploads, roomId } = run;
    try {
      await uploads.run(new AbortController().signal);
    } catch (error) {
      uploads.takeWaiting();
      for (const file of this.#open.values()) if (file.roomId === roomId) this.#end({ file, error: asError(error) });
    }
    const addedMeanwhile = uploads.takeWaiting();
    this.#runs = this.#runs.filter((other) => other !== run);
    for (const order of this.#leaving.values()) if (order.roomId === roomId) this.#left(order);
    this.#add(roomId, addedMeanwhile);
  }

  #end(outcome: JobOutcome<UploadOrder>): void {
    const { file, error } = outcome;
    // Of a cancelled file: its confirmation arrived, or it had no answer.
    const mayBeThere = error === undefined || error.code === 'CONNECTION_LOST';
    const isLeaving = mayBeThere && this.#leaving.delete(file.id);
    if (this.#open.delete(file.id) || isLeaving) this.#report.onOutcome(outcome);
    else this.#left(file);
  }

  #left(order: UploadOrder): void {
    if (this.#leaving.delete(order.id)) this.#report.onCancelled(order);
  }
}

export const asError = (error: unknown): StrongroomError =>
  error instanceof StrongroomError ? error : new StrongroomError('UNEXPECTED', { message: String(error) });

function jobOf(file: UploadOrder): Job {
  const { name, folder, classification, replaces } = file;
  const { size, lastModified, type } = file.file;
  return {
    file,
    upload: JSON.stringify([
      file.userId,
      file.roomId,
      folder,
      name,
      size,
      lastModified,
      type,
      classification,
      replaces,
    ]),
    description: {
      name,
      size,
      content_type: type || 'application/octet-stream',
      folder,
      modified_at: momentOf(lastModified),
      ...(classification === undefined ? {} : { classification }),
      ...(replaces === undefined ? {} : { replaces }),
    },
  };
}
