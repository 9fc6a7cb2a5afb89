/** The files of an export of a log: `checkpoint`, `key`, `checkpoints/<size>`, `tile/…`, `events/<N>.jsonl`. */
export interface ExportSource {
  /** The bytes of a file, undefined where there is none. Throws NotJudged for a file of more than `most` bytes. */
  read(name: string, most: number): Promise<Uint8Array | undefined>;
  /** The names of all files, in any order. */
  names(): AsyncIterable<string>;
}

/** The export cannot be judged: it is cut off, it lacks a file, or it is something else. The message says which. */
export class NotJudged extends Error {
  override readonly name = 'NotJudged';
}

/** The export contradicts itself, its signatures or an outside checkpoint. The message says where. */
export class Tampered extends Error {
  override readonly name = 'Tampered';
}

/** A file that an export must have. */
export async function requiredFile(source: ExportSource, name: string, most: number): Promise<Uint8Array> {
  const bytes = await source.read(name, most);
  if (bytes === undefined) throw new NotJudged(`${name} is missing: the export is incomplete.`);
  return bytes;
}

/** A file of exactly `length` bytes. */
export async function fileOfLength(source: ExportSource, name: string, length: number): Promise<Uint8Array> {
  const bytes = await requiredFile(source, name, Math.max(2 * length, 1024));
  if (bytes.length < length) throw new NotJudged(`${name} is cut off: it has ${bytes.length} of ${length} bytes.`);
  if (bytes.length > length) throw new Tampered(`${name} holds more than the checkpoint covers.`);
  return bytes;
}
