import type { AuditEvent, NewEvent } from '@strongroom/domain';
import type { AuditLogHarness, Mutant } from '../../src/index.ts';
import { brokenLog } from './broken-audit-log.ts';

/** A log that returns its texts changed. */
const rewritten = (breaks: string, how: string, rewrite: (text: string) => string) =>
  brokenLog(breaks, how, ({ audit }) => ({
    audit: {
      texts: async (from, most) =>
        (await audit.texts(from, most)).map((text) => (text === undefined ? text : rewrite(text))),
    },
  }));

const SALT = /"salt":"\w+"/;

/** A log that hands out the same objects each time, or keeps those that were passed in. */
const sharing = (breaks: string, how: string, keep: (event: NewEvent, seq: number) => AuditEvent) =>
  brokenLog(breaks, how, ({ store }) => {
    const events: AuditEvent[] = [];
    return {
      commit: async (changes, some = []) => {
        const kept = some.map((event, index) => keep(event, events.length + index));
        await store.commit(changes, some);
        events.push(...kept);
      },
      audit: { list: async () => events.toReversed() },
    };
  });

/** Logs that store other texts or hashes than promised, or share their objects. */
export const auditTextMutants: readonly Mutant<AuditLogHarness>[] = [
  brokenLog('AL-03', 'forgets the token of an actor', ({ audit }) => ({
    audit: {
      list: async (filter, page) =>
        (await audit.list(filter, page)).map(
          (event): AuditEvent =>
            event.actor.type === 'user' ? { ...event, actor: { ...event.actor, tokenId: null } } : event,
        ),
    },
  })),
  brokenLog('AL-03', 'forgets the address', ({ audit }) => ({
    audit: {
      list: async (filter, page) =>
        (await audit.list(filter, page)).map(
          (event): AuditEvent =>
            event.request === null ? event : { ...event, request: { ...event.request, ip: null } },
        ),
    },
  })),
  rewritten('AL-13', 'writes the names in another order', (text) =>
    text.replace(/,"v":1\}$/, '}').replace('{', '{"v":1,'),
  ),
  rewritten('AL-13', 'has one salt for all', (text) => text.replace(SALT, `"salt":"${'0'.repeat(32)}"`)),
  rewritten('AL-13', 'has no salt', (text) => text.replace(SALT, '"salt":""')),
  rewritten('AL-13', 'writes the address', (text) => text.replace(/"ip_hash":"\w+"/, '"ip_hash":"192.0.2.7"')),
  brokenLog('AL-14', 'returns the text in place of its hash', ({ audit }) => ({
    audit: {
      entries: async (from, most) => (await audit.texts(from, most)).map((text) => Buffer.from(text ?? '')),
    },
  })),
  brokenLog('AL-14', 'returns entries in place of leaves in a tile', ({ audit }) => ({
    audit: {
      tile: async (level, index, width) =>
        level === 0 ? Buffer.concat([...(await audit.entries(index * 256, width))]) : audit.tile(level, index, width),
    },
  })),
  brokenLog('AL-14', 'cuts a tile that the log does not reach', ({ audit }) => ({
    audit: {
      tile: async (level, index, width) =>
        (await audit.tile(level, index, width)) ?? (await audit.tile(level, index, width - 1)),
    },
  })),
  brokenLog('AL-14', 'returns the root of the last tile', ({ audit }) => ({
    audit: {
      head: async () => {
        const { size } = await audit.head();
        return { size, root: (await audit.tile(0, 0, 1)) ?? new Uint8Array() };
      },
    },
  })),
  sharing('AL-15', 'keeps the event that was passed in', (event, seq) => Object.assign(event, { seq })),
  sharing('AL-15', 'hands out the object that it keeps', (event, seq) => ({ ...structuredClone(event), seq })),
  brokenLog('AL-17', 'erases nothing', () => ({ audit: { erase: async () => undefined } })),
  brokenLog('AL-17', 'erases the event with its address', ({ audit }) => ({
    audit: { erase: (seqs) => audit.erase(seqs, 'event') },
  })),
  brokenLog('AL-17', 'erases the next event too', ({ audit }) => ({
    audit: { erase: (seqs, part) => audit.erase([...seqs, ...seqs.map((seq) => seq + 1)], part) },
  })),
  brokenLog('AL-19', 'mends nothing', () => ({ audit: { mendTile: async () => undefined } })),
  brokenLog('AL-19', 'takes any hashes', ({ audit }) => ({
    audit: {
      mendTile: (level, index, hashes) =>
        audit.mendTile(level, index, hashes).catch((error: unknown) => {
          if (!(error instanceof RangeError)) throw error;
        }),
    },
  })),
  brokenLog('AL-19', 'mends one hash alone', ({ audit }) => ({
    audit: {
      mendTile: (level, index, hashes) =>
        audit.mendTile(level, index, level > 0 && hashes.length > 32 ? hashes.subarray(0, 32) : hashes),
    },
  })),
  brokenLog('AL-19', 'mends the tile above too', ({ audit }) => ({
    audit: {
      mendTile: async (level, index, hashes) => {
        await audit.mendTile(level, index, hashes);
        if (level === 0) await audit.mendTile(1, 0, hashes.slice(0, 32));
      },
    },
  })),
  brokenLog('AL-19', 'forgets the hashes after those that it mends', ({ audit }) => {
    const cut = new Map<string, number>();
    return {
      audit: {
        mendTile: async (level, index, hashes) => {
          await audit.mendTile(level, index, hashes);
          cut.set(`${level}/${index}`, hashes.length);
        },
        tile: async (level, index, width) => {
          const kept = cut.get(`${level}/${index}`);
          const tile = await audit.tile(level, index, width);
          return kept === undefined || tile === undefined ? tile : tile.map((byte, at) => (at < kept ? byte : 0));
        },
      },
    };
  }),
  brokenLog('AL-20', 'reports a fault where there is none', ({ audit }) => ({
    audit: {
      examineIndex: async (most) => ({
        ...(await audit.examineIndex(most)),
        faults: [{ block: 0, first: 0, last: 39, terms: ['|C2'], times: false }],
      }),
    },
  })),
  brokenLog('AL-20', 'compares nothing', ({ audit }) => ({
    audit: { examineIndex: async (most) => ({ ...(await audit.examineIndex(most)), compared: 0 }) },
  })),
  brokenLog('AL-20', 'erases what it examines', ({ audit }) => ({
    audit: {
      examineIndex: async (most) => {
        await audit.erase([5], 'event');
        return audit.examineIndex(most);
      },
    },
  })),
  brokenLog('AL-21', 'erases the first event of a block', ({ audit }) => ({
    audit: { mendIndex: (block) => audit.erase([block * 40 + 1], 'event') },
  })),
  brokenLog('AL-16', 'answers from memory when it is closed', ({ audit }) => ({
    audit: { holding: (ids) => audit.holding(ids).catch(() => []) },
  })),
];
