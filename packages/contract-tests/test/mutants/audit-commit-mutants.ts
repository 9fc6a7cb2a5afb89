import { randomUUID } from 'node:crypto';
import type { EventId, NewEvent } from '@strongroom/domain';
import { DuplicateKey } from '@strongroom/ports';
import type { AuditLogHarness, Mutant } from '../../src/index.ts';
import { brokenLog } from './broken-audit-log.ts';

const wellFormed = (text: string): string => Buffer.from(text).toString();

/** Stores that lose, repeat or reorder the events of a commit. */
export const auditCommitMutants: readonly Mutant<AuditLogHarness>[] = [
  brokenLog('AL-01', 'reverses the events of a commit', ({ store }) => ({
    commit: (changes, events = []) => store.commit(changes, events.toReversed()),
  })),
  brokenLog('AL-01', 'forgets the events of a commit without changes', ({ store }) => ({
    commit: (changes, events) => (changes.length === 0 ? Promise.resolve() : store.commit(changes, events)),
  })),
  brokenLog('AL-01', 'resolves before the events are in the log', ({ store }) => {
    return {
      commit: async (changes, events = []) => {
        await store.commit(changes);
        setTimeout(() => void store.commit([], events).catch(() => undefined), 20);
      },
    };
  }),
  brokenLog('AL-02', 'keeps the events of a commit that conflicts', ({ store }) => ({
    commit: async (changes, events) => {
      await store.commit([], events);
      await store.commit(changes);
    },
  })),
  brokenLog('AL-02', 'gives an event that is in the log a new id', ({ store, audit }) => ({
    commit: async (changes, events = []) => {
      const there = new Set(await audit.holding(events.map(({ id }) => id)));
      const fresh = (event: NewEvent) => ({ ...event, id: randomUUID() as string as EventId });
      await store.commit(
        changes,
        events.map((event) => (there.has(event.id) ? fresh(event) : event)),
      );
    },
  })),
  brokenLog('AL-02', 'leaves out an event that is in the log, in silence', ({ store, audit }) => ({
    commit: async (changes, events = []) => {
      const there = new Set(await audit.holding(events.map(({ id }) => id)));
      await store.commit(
        changes,
        events.filter(({ id }) => !there.has(id)),
      );
    },
  })),
  brokenLog('AL-02', 'reports a duplicate event without its id', ({ store }) => ({
    commit: (changes, events) =>
      store.commit(changes, events).catch((error: unknown) => {
        throw error instanceof DuplicateKey ? new DuplicateKey(error.collection, 'id') : error;
      }),
  })),
  brokenLog('AL-04', 'numbers events from 1', ({ audit }) => ({
    audit: {
      list: async (filter, page) => (await audit.list(filter, page)).map((event) => ({ ...event, seq: event.seq + 1 })),
    },
  })),
  brokenLog('AL-04', 'leaves out a number', ({ audit }) => ({
    audit: {
      list: async (filter, page) =>
        (await audit.list(filter, page)).map((event) => ({ ...event, seq: event.seq + (event.seq > 2 ? 1 : 0) })),
    },
  })),
  brokenLog('AL-04', 'writes events late, in the order of their ids', ({ store, audit }) => {
    const waiting: NewEvent[] = [];
    const write = async () => {
      const events = waiting.splice(0).toSorted((a, b) => (a.id < b.id ? -1 : 1));
      if (events.length > 0) await store.commit([], events);
    };
    return {
      commit: async (changes, events = []) => {
        await store.commit(changes);
        waiting.push(...events);
      },
      audit: {
        list: async (filter, page) => {
          await write();
          return audit.list(filter, page);
        },
      },
    };
  }),
  brokenLog('AL-05', 'replaces lone surrogates and rounds numbers', ({ store }) => ({
    commit: (changes, events = []) =>
      store.commit(
        changes,
        events.map((event) => ({
          ...event,
          data: Object.fromEntries(
            Object.entries(event.data).map(([name, value]) => [
              wellFormed(name),
              typeof value === 'string' ? wellFormed(value) : typeof value === 'number' ? 0 : value,
            ]),
          ),
        })),
      ),
  })),
  brokenLog('AL-05', 'stores the changes before it looks at the events', ({ store }) => ({
    commit: async (changes, events) => {
      await store.commit(changes);
      await store.commit([], events);
    },
  })),
  brokenLog('AL-05', 'cuts long texts', ({ store }) => ({
    commit: (changes, events = []) =>
      store.commit(
        changes,
        events.map((event) => ({
          ...event,
          data: Object.fromEntries(
            Object.entries(event.data).map(([name, value]) => [
              name,
              typeof value === 'string' ? value.slice(0, 5200) : value,
            ]),
          ),
        })),
      ),
  })),
  brokenLog('AL-05', 'counts characters instead of bytes', ({ store }) => ({
    commit: (changes, events = []) =>
      store.commit(
        changes,
        events.map((event) => ({
          ...event,
          data: Object.fromEntries(
            Object.entries(event.data).map(([name, value]) => [
              name,
              typeof value === 'string' ? value.replaceAll('€', 'E') : value,
            ]),
          ),
        })),
      ),
  })),
  brokenLog('AL-12', 'tells that every id is in the log', () => ({ audit: { holding: async (ids) => ids } })),
  brokenLog('AL-12', 'tells of the first id only', ({ audit }) => ({
    audit: { holding: (ids) => audit.holding(ids.slice(0, 1)) },
  })),
  brokenLog('AL-18', 'gives the number of any id', () => ({ audit: { seqOf: async () => 0 } })),
  brokenLog('AL-18', 'forgets the number of an erased event', ({ audit }) => ({
    audit: {
      seqOf: async (id) => {
        const seq = await audit.seqOf(id);
        const [text] = seq === undefined ? [] : await audit.texts(seq, 1);
        return text === undefined ? undefined : seq;
      },
    },
  })),
];
