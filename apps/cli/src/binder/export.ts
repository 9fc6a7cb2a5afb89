import {
  type AboutBinder,
  BINDER,
  type BinderEntry,
  type BoundFile,
  binderIndex,
  binderMembers,
  binderPage,
  binderRecord,
  bindFiles,
  contentKey,
  type Room,
} from '@strongroom/client';
import { Problem, type Terminal } from '@strongroom/command-line';
import { canonicalServiceAddress } from '../account/is-same-service.ts';
import type { Session } from '../account/session.ts';
import { filesOf } from '../naming/files.ts';
import { type GetOutcome, getFiles } from '../transfer/get-files.ts';
import { KnownContents } from '../transfer/known-contents.ts';
import { meterOn, type TransferMeter } from '../transfer/meter.ts';
import { openTransferLog, type TransferLog } from '../transfer/transfer-log.ts';
import { BinderFolder } from './folder.ts';
import { hashOfFile, hashOfText } from './hashes.ts';
import { manifestOf } from './manifest.ts';

type ExportRequest = Readonly<{
  session: Session;
  terminal: Terminal;
  room: Room;
  parallel: number;
  onMeter: (meter: TransferMeter) => void;
}>;

export type ExportedRoom = Readonly<{
  /** Files that the export holds. */
  files: number;
  bytes: number;
  failed: number;
  events: number;
  has_log_key: boolean;
  manifest_sha256: string;
  outcomes: readonly GetOutcome[];
}>;

/** Exports a room to a folder, or continues an export. Throws Problem, and errors that would also affect the next file. */
export async function exportTo(path: string, request: ExportRequest): Promise<ExportedRoom> {
  const { session, room } = request;
  const { client, signal } = session;
  const folder = new BinderFolder(path);
  const files = (await filesOf(session, room.id)).filter(({ status }) => status === 'available');
  const all = bindFiles(files);
  const about: AboutBinder = {
    version: 1,
    room: { id: room.id, name: room.name, classification: room.classification },
    service: session.url,
    state: 'begun',
    exported_at: new Date().toISOString(),
    paths: all.map((one) => one.path),
  };
  const earlier = await folder.examine(about);
  await client.rooms.recordExport(room.id, { files: all.length }, { signal });
  await folder.begin(about, earlier);
  const { entries, outcomes } = await filled(folder, all, request);
  const written = new Set<string>();
  for await (const { path: name, text } of binderRecord(client, room.id, { signal })) {
    await folder.write(name, text);
    written.add(name);
  }
  const hasKey = written.has(BINDER.logKey);
  await folder.write(BINDER.index, binderIndex(entries));
  await folder.write(BINDER.page, binderPage(room.name, about.exported_at, entries));
  await folder.write(
    BINDER.members,
    binderMembers(await client.members.list(room.id, { per_page: 100 }, { signal }).all()),
  );
  await folder.write(BINDER.about, `${JSON.stringify({ ...about, state: 'whole' }, null, 2)}\n`);
  const read = entries.filter(({ sha256 }) => sha256 !== undefined);
  const manifest = await manifestOf(folder, new Map(read.map((entry) => [entry.path, entry.sha256 ?? ''])));
  await folder.write(BINDER.manifest, manifest);
  const sha256 = hashOfText(manifest);
  const { id } = await client.rooms.recordExport(room.id, { files: read.length, manifest_sha256: sha256 }, { signal });
  await folder.write(BINDER.seal, await (await client.audit.proof(id, { room_id: room.id }, { signal })).text());
  return {
    files: read.length,
    bytes: read.reduce((sum, { file }) => sum + file.size, 0),
    failed: entries.length - read.length,
    events: [...written].filter((name) => name.endsWith('.proof')).length,
    has_log_key: hasKey,
    manifest_sha256: sha256,
    outcomes: outcomes.filter(({ error }) => error !== undefined),
  };
}

type Filled = Readonly<{ entries: readonly BinderEntry[]; outcomes: readonly GetOutcome[] }>;

/** Downloads what is missing, and compares every file with the content that was received. */
async function filled(
  folder: BinderFolder,
  all: readonly BoundFile[],
  request: ExportRequest,
  isAgain = false,
): Promise<Filled> {
  const transferLog = await openTransferLog(request.terminal);
  try {
    const outcomes = await downloaded(folder, all, request, transferLog);
    const contents = new KnownContents(transferLog, canonicalServiceAddress(request.session.url));
    const entries: BinderEntry[] = [];
    const changed: BoundFile[] = [];
    for (const one of all) {
      request.session.signal.throwIfAborted();
      const failure = outcomes.get(one.file.id)?.error?.message;
      if (failure !== undefined) {
        await folder.drop(one.path);
        entries.push({ ...one, failure });
        continue;
      }
      const sha256 = await hashOfFile(folder.at(one.path));
      const received = contents.hashOf(contentKey(one.file));
      if (received === undefined || received === sha256) entries.push({ ...one, sha256 });
      else changed.push(one);
    }
    if (changed.length === 0) return { entries, outcomes: [...outcomes.values()] };
    const [{ path: name } = { path: '' }] = changed;
    if (isAgain) throw new Problem(`${name} changes while it is exported: another program writes to ${folder.path}.`);
    // These files changed here after an earlier run.
    for (const { path } of changed) await folder.drop(path);
  } finally {
    transferLog.close();
  }
  return filled(folder, all, request, true);
}

async function downloaded(
  folder: BinderFolder,
  all: readonly BoundFile[],
  { session, terminal, parallel, onMeter }: ExportRequest,
  transferLog: TransferLog,
): Promise<ReadonlyMap<string, GetOutcome>> {
  const outcomes = new Map<string, GetOutcome>();
  const onOutcome = (outcome: GetOutcome): void => {
    if (outcome.id !== null) outcomes.set(outcome.id, outcome);
  };
  const meter = await meterOn(
    terminal,
    'export',
    all.length,
    all.reduce((sum, { file }) => sum + file.size, 0),
  );
  onMeter(meter);
  try {
    const destined = all.map(({ file, path }) => ({ file, path: folder.at(path) }));
    await getFiles({ session, transferLog, meter, parallel, overwrite: true, onOutcome }, destined);
  } finally {
    meter.stop();
  }
  const lost = all.find(({ file }) => !outcomes.has(file.id));
  if (lost !== undefined) throw new Problem(`${lost.path} has no outcome; run the export again.`);
  return outcomes;
}
