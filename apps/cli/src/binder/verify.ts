import { lstat } from 'node:fs/promises';
import {
  Malformed,
  NotJudged,
  type ProofOptions,
  type ProvenEvent,
  parseVerifierKey,
  Tampered,
  type VerifierKey,
  verifyEventProof,
} from '@strongroom/audit-proof';
import { BINDER } from '@strongroom/client';
import { readBytes } from '../log-export/judged-file.ts';
import { fieldOf, objectIn } from './fields.ts';
import { BINDER_PARTS, BinderFolder, parseAboutBinder } from './folder.ts';
import { hashOfText } from './hashes.ts';
import { compareFiles, MAX_TEXT, parsedManifest } from './manifest.ts';

const { about: ABOUT, events: EVENTS, files: FILES, logKey: LOG_KEY, manifest: MANIFEST, seal: SEAL } = BINDER;

/** A binder whose files and events are those that were exported. */
export type VerifiedBinder = Readonly<{
  room: Readonly<{ id: string; name: string }>;
  files: number;
  events: number;
  seal: ProvenEvent;
  /** The user who exported, and the time, from the event that names the manifest. */
  exported: Readonly<{ by: string; at: string }>;
  keysFrom: 'options' | 'binder';
}>;

const MAX_PROOF = 262_144;
const MAX_KEYS = 65_536;

/** Whether there is a binder at a path, or a part of one: a binder without its manifest has to be judged, too. */
export async function isBinder(path: string): Promise<boolean> {
  const folder = new BinderFolder(path);
  const parts = [...BINDER_PARTS, FILES].map((name) =>
    lstat(folder.at(name)).then(
      () => true,
      () => false,
    ),
  );
  return (await Promise.all(parts)).includes(true);
}

/**
 * Verifies a binder offline: each file against the manifest, the manifest against the event that names it, and the text of each
 * event against its proof. Throws Tampered, NotJudged.
 */
export async function verifyBinder(path: string, options: ProofOptions): Promise<VerifiedBinder> {
  const folder = new BinderFolder(path);
  const read = async (name: string, most: number): Promise<string> =>
    Buffer.from(await readBytes(folder.at(name), most, name)).toString('utf8');
  const manifest = await read(MANIFEST, MAX_TEXT);
  const hashes = parsedManifest(manifest);
  await compareFiles(folder, hashes);
  const about = parseAboutBinder(await read(ABOUT, MAX_TEXT));
  if (about === undefined) throw new NotJudged(`${ABOUT} is not that of an export.`);
  const given = options.keys ?? [];
  const keys = given.length > 0 ? given : await keysIn(read, hashes);
  if (keys.length === 0)
    throw new NotJudged(
      'the files are those of the manifest, and the record cannot be judged without the key of the log: give --key.',
    );
  const prove = (proof: string): Promise<ProvenEvent> => verifyEventProof(proof, { ...options, keys });
  const seal = await prove(await read(SEAL, MAX_PROOF));
  const files = [...hashes.keys()].filter((name) => name.startsWith(`${FILES}/`)).length;
  requireSeal(seal, { room: about.room.id, manifest: hashOfText(manifest), files });
  const lines = (await read(EVENTS, MAX_TEXT)).split('\n').slice(0, -1);
  for (const line of lines) {
    const seq = seqOf(line);
    const proven = await prove(await read(BINDER.proof(seq), MAX_PROOF));
    if (proven.text !== line) throw new Tampered(`Event ${seq} in ${EVENTS} is not the event that was logged.`);
    if (roomOf(proven) !== about.room.id) throw new Tampered(`Event ${seq} is not of this room.`);
  }
  const exported = { by: textAt(seal, 'actor', 'id'), at: textAt(seal, 'occurred_at') };
  const keysFrom = given.length > 0 ? 'options' : 'binder';
  return { room: about.room, files, events: lines.length, seal, exported, keysFrom };
}

type Read = (name: string, most: number) => Promise<string>;

async function keysIn(read: Read, hashes: ReadonlyMap<string, string>): Promise<readonly VerifierKey[]> {
  if (!hashes.has(LOG_KEY)) return [];
  const lines = (await read(LOG_KEY, MAX_KEYS)).split('\n').filter((line) => line !== '');
  try {
    return lines.map(parseVerifierKey);
  } catch (error) {
    throw error instanceof Malformed ? new NotJudged(`${LOG_KEY} is not the key of a log: ${error.message}.`) : error;
  }
}

type Sealed = Readonly<{ room: string; manifest: string; files: number }>;

/** The last event of an export names its manifest. */
function requireSeal(seal: ProvenEvent, { room, manifest, files }: Sealed): void {
  const { type, data, seq } = seal.event;
  if (type !== 'room.exported' || roomOf(seal) !== room)
    throw new Tampered(`${SEAL} is not of an export of this room.`);
  if (data['manifest_sha256'] !== manifest) throw new Tampered(`${MANIFEST} is not the one that event ${seq} names.`);
  if (data['files'] !== files) throw new Tampered(`Event ${seq} names ${String(data['files'])} files, not ${files}.`);
}

/** The room that an event of a valid proof is about. */
const roomOf = ({ text }: ProvenEvent): unknown => fieldOf(fieldOf(objectIn(text), 'target'), 'room_id');

const textAt = ({ text }: ProvenEvent, ...path: readonly string[]): string =>
  String(path.reduce<unknown>(fieldOf, objectIn(text)));

function seqOf(line: string): number {
  const seq = fieldOf(objectIn(line), 'seq');
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq))
    throw new Tampered(`${EVENTS} has a line that is not an event.`);
  return seq;
}
