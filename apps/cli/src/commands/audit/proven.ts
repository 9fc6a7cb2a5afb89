import {
  NotJudged,
  type ProofOptions,
  type ProvenEvent,
  Tampered,
  toBase64,
  verifyEventProof,
} from '@strongroom/audit-proof';
import { cleanJson, cleanLine, formatCount, type Terminal } from '@strongroom/command-line';
import type { ProofFile } from '../../log-export/proofs.ts';

export const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Verifies proofs of single events and prints the events. Throws Tampered, NotJudged for the first that is wrong. */
export async function printProof(
  terminal: Terminal,
  proofs: AsyncIterable<ProofFile>,
  options: ProofOptions,
  isJson: boolean,
): Promise<void> {
  let isWitnessed = true;
  for await (const { name, text } of proofs) {
    const proven = await named(name, () => verifyEventProof(text, options));
    terminal.out(isJson ? `${cleanJson(summary(name, proven))}\n` : sentences(proven));
    isWitnessed &&= proven.witnesses.length > 0 || proven.outside > 0;
  }
  if (isJson || isWitnessed) return;
  terminal.err(
    'No witness of yours signed it, and no outside checkpoint has its size: anyone with the key could have made it.\n',
  );
}

async function named<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Tampered) throw new Tampered(`${name}: ${error.message}`);
    throw error instanceof NotJudged ? new NotJudged(`${name}: ${error.message}`) : error;
  }
}

function sentences({ origin, size, event, text, witnesses }: ProvenEvent): string {
  return [
    `proven: event ${event.seq} of ${cleanLine(origin)}, which has ${formatCount(size, 'event')}`,
    cleanLine(text),
    ...witnesses.map(({ key, time = 0 }) => `${cleanLine(key.name)} signed it at ${isoTime(time)}`),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

const summary = (name: string, { origin, size, root, event, witnesses, outside }: ProvenEvent): object => ({
  verdict: 'proven',
  name,
  origin,
  size,
  root: toBase64(root),
  outside,
  witnesses: witnesses.map(({ key, time = 0 }) => ({ name: key.name, time: isoTime(time) })),
  event,
});
