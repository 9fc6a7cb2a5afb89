import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { auditKeysIn, openSqliteDocuments } from '@strongroom/adapter-local';
import {
  appendLeaves,
  type Checkpoint,
  emptyEdge,
  leafHash,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  rootOf,
  signersOf,
} from '@strongroom/audit-proof';
import { SourceProcess } from '@strongroom/test-servers/source-process';
import { aFolder } from '../world/world.ts';

export type Judged = Readonly<{
  /** Names of logs that were signed. */
  origins: readonly string[];
  checkpoints: number;
  /** Checkpoints that are not of the log, or not signed by its only key. */
  contradictions: readonly string[];
  events: number;
}>;

const AT_ONCE = 2;

/**
 * Two processes at once commit events and sign the log of one folder. Each is killed with SIGKILL after a few checkpoints and
 * started again, `starts` times in all.
 */
export async function signsUntilKilled(starts: number): Promise<Judged> {
  const [folder, cache] = [await aFolder(), await aFolder()];
  const notes: string[] = [];
  let started = 0;
  const startAgain = async (): Promise<void> => {
    while (started < starts) {
      started += 1;
      const lines = 1 + (started % 2);
      const signer = new SourceProcess(new URL('./sign.ts', import.meta.url), [folder, cache]);
      for (let line = 0; line < lines; line++) notes.push(JSON.parse(await signer.line()) as string);
      // The kill hits the middle of a turn, too.
      await pause(started % 7);
      await signer.kill();
      // Lines on their way when the process was killed.
      for (const line of await signer.rest().catch(() => [])) notes.push(JSON.parse(line) as string);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, startAgain));
  return judged(folder, notes);
}

async function judged(folder: string, notes: readonly string[]): Promise<Judged> {
  const keys = await auditKeysIn({ file: join(folder, 'audit.key'), isMade: false }).read();
  const vkeys = keys.map(({ vkey }) => parseVerifierKey(vkey));
  const documents = await openSqliteDocuments({ path: join(folder, 'documents.db') });
  const roots = new Map<number, string>();
  let edge = emptyEdge;
  for (let from = 0; ; from = edge.size) {
    const entries = await documents.audit.entries(from, 1000);
    if (entries.length === 0) break;
    for (const entry of entries) {
      ({ edge } = appendLeaves(edge, [leafHash(entry)]));
      roots.set(edge.size, hex(rootOf(edge)));
    }
  }
  await documents.close();
  const parsed: Checkpoint[] = [];
  const contradictions: string[] = [];
  for (const note of notes) {
    const { text, signatures } = parseNote(note);
    const checkpoint = parseCheckpoint(text);
    const isSigned = (await signersOf({ text, signatures }, vkeys)).length === 1;
    if (!isSigned || roots.get(checkpoint.size) !== hex(checkpoint.root)) contradictions.push(note);
    parsed.push(checkpoint);
  }
  return {
    origins: [...new Set(parsed.map(({ origin }) => origin))],
    checkpoints: parsed.length,
    contradictions,
    events: edge.size,
  };
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
