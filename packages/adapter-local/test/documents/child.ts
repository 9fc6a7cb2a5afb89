/** A process on a shared database. Runs the task of its arguments and reports what happens. */
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { Unavailable, VersionConflict } from '@strongroom/ports';
import { openSqliteDocuments, StoreUnusable } from '../../src/index.ts';
import { insert, read, replace, thing, upTo } from './things.ts';

const [task = '', path = '', argument = '0'] = process.argv.slice(2);
const amount = Number(argument);

const tell = (message: unknown): Promise<void> => new Promise((resolve) => process.send?.(message, () => resolve()));
const received = async (): Promise<unknown> => (await once(process, 'message'))[0];

const tasks: Record<string, () => Promise<void>> = {
  /** Increments the counter `amount` times, and retries on each conflict. */
  increment: async () => {
    const store = await openSqliteDocuments({ path });
    await tell('ready');
    await received();
    let conflicts = 0;
    for (let done = 0; done < amount; ) {
      const counter = await read(store, 'counter');
      if (counter === undefined || typeof counter.body !== 'number') throw new Error('the counter is gone');
      try {
        await store.commit([replace(counter, counter.body + 1)]);
        done += 1;
      } catch (error) {
        if (!(error instanceof VersionConflict)) throw error;
        conflicts += 1;
      }
    }
    await store.close();
    await tell({ conflicts });
  },

  /** Replaces each version that it receives, once. */
  race: async () => {
    const store = await openSqliteDocuments({ path });
    await tell('ready');
    for (const _ of upTo(amount)) {
      const version = Number(await received());
      const prize = { ...thing('prize'), version };
      await tell(
        await store.commit([replace(prize, process.pid)]).then(
          () => 'won',
          (error: Error) => error.name,
        ),
      );
    }
    await store.close();
  },

  /** Writes pairs without end and reports each when it is committed. */
  pairs: async () => {
    const store = await openSqliteDocuments({ path });
    let next = 0;
    const writer = async (): Promise<never> => {
      for (;;) {
        const id = `${process.pid}:${next++}`;
        const body = 'x'.repeat(500);
        await store.commit([
          insert(thing(`left ${id}`, body, ['left'])),
          insert(thing(`right ${id}`, body, ['right'])),
        ]);
        await tell(id);
      }
    };
    await Promise.all(upTo(8).map(writer));
  },

  /** Holds the write lock for `amount` milliseconds; 0 means until it receives a message. */
  hold: async () => {
    const database = new DatabaseSync(path);
    database.exec('BEGIN IMMEDIATE');
    await tell('locked');
    await (amount === 0 ? received() : new Promise((resolve) => setTimeout(resolve, amount)));
    database.exec('COMMIT');
    database.close();
    await tell('released');
  },

  /** Writes until the disk is full. */
  fill: async () => {
    const store = await openSqliteDocuments({ path });
    for (let done = 0; ; done += 1) {
      try {
        await store.commit([
          insert(thing(`n${done}`, 'x'.repeat(20_000), ['left'])),
          insert(thing(`m${done}`, null, ['right'])),
        ]);
      } catch (error) {
        const unavailable = error instanceof Unavailable;
        await tell({ done, unavailable, still: (await read(store, 'n0'))?.id });
        return;
      }
    }
  },

  open: async () => {
    const outcome = await openSqliteDocuments({ path }).then(
      () => 'opened',
      (error: unknown) => (error instanceof StoreUnusable ? error.code : String(error)),
    );
    await tell(outcome);
  },
};

await tasks[task]?.();
process.disconnect?.();
