import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Instant } from '@strongroom/domain';
import { type Change, Unavailable } from '@strongroom/ports';
import { openMongoDocuments } from '../../src/index.ts';
import { anEvent } from '../event.ts';

/**
 * Commits events, some with a document, until its input ends. Prints one line for each: its id, the times on the clock of
 * the machine when it was called and answered, and whether it was stored: yes, or unknown.
 */
const [url = '', database = '', writers = '8'] = process.argv.slice(2);
const store = await openMongoDocuments({ url, database });
const input = { isOver: false };
process.stdin.once('end', () => (input.isOver = true)).resume();
console.log('ready');

const document = (id: string): Change => ({
  collection: 'things',
  insert: { id, version: 1, schema: 1, position: 0 as Instant, keys: [], uniqueKeys: [], body: {} },
});

async function write(): Promise<void> {
  for (let n = 0; !input.isOver; n += 1) {
    const events = n % 5 === 0 ? [anEvent(), anEvent()] : [anEvent()];
    const changes = n % 3 === 0 ? [document(randomUUID())] : [];
    const asked = process.hrtime.bigint();
    const stored = await store.commit(changes, events).then(
      () => 'yes',
      (error: unknown) => {
        if (!(error instanceof Unavailable)) throw error;
        return error.maybeDone ? 'unknown' : 'no';
      },
    );
    const answered = process.hrtime.bigint();
    for (const { id } of events) console.log(`${id} ${asked} ${answered} ${stored}`);
    if (stored !== 'yes') await pause(20);
  }
}

await Promise.all(Array.from({ length: Number(writers) }, write));
await store.close();
