import { beforeEach, describe, expect, test } from '@jest/globals';
import { MemoryDocumentStore, memoryAuditKeys } from '@strongroom/adapter-local';
import {
  formatCheckpoint,
  formatPrivateKey,
  formatSignature,
  formatVerifierKey,
  fromBase64,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  SIGNATURE_TYPES,
  type Signer,
  signerOf,
  signersOf,
  verifyConsistency,
} from '@strongroom/audit-proof';
import { MINUTE } from '@strongroom/domain';
import { type AuditKeys, Unavailable, type WitnessPeer } from '@strongroom/ports';
import { Checkpointer } from '../../src/index.ts';
import { latestCheckpoint } from '../../src/steps/audit/sign-checkpoint.ts';
import { documentOf } from '../../src/store/collection.ts';
import { logIdentities } from '../../src/store/log-identity.ts';
import { TestClock } from '../world/clock.ts';
import { TestLog } from '../world/ports.ts';
import { TextLog } from '../world/text-log.ts';

const ORIGIN = 'rooms.example/api/v1/audit/0123abcd';

const texts = (from: number, count: number): string[] => Array.from({ length: count }, (_, at) => `event ${from + at}`);

let auditKeys: AuditKeys;
let documents: MemoryDocumentStore;
let logger: TestLog;
let clock: TestClock;
beforeEach(async () => {
  auditKeys = await theKeys();
  documents = await aStore();
  logger = new TestLog();
  clock = new TestClock();
});

const LINE = await formatPrivateKey(ORIGIN, new Uint8Array(32).fill(1));

const theKeys = async (): Promise<AuditKeys> => memoryAuditKeys([LINE]);

/** A store that names the log. */
async function aStore(): Promise<MemoryDocumentStore> {
  const store = new MemoryDocumentStore();
  const { vkey } = await (await theKeys()).first(ORIGIN);
  const identity = { origin: ORIGIN, keys: [{ vkey, until: null }], replaces: null };
  await store.commit([{ collection: logIdentities.name, insert: documentOf(logIdentities, identity, 1) }]);
  return store;
}

const checkpointer = (log: TextLog, witnesses: readonly WitnessPeer[] = []) =>
  new Checkpointer({ documents, log, auditKeys, clock, logger, witnesses });

/** The same checkpoint with a forged size, signed by another key of the same name. */
async function noteBy({ sign }: Signer, note: string): Promise<string> {
  const text = parseNote(note).text.replace('\n1\n', '\n50\n');
  return `${text}\n${formatSignature(await sign(text))}\n`;
}

const sizeOf = (note: string | undefined): number | undefined =>
  note === undefined ? undefined : parseCheckpoint(parseNote(note).text).size;

describe('checkpoints', () => {
  test('an empty log has none', async () => {
    expect(await checkpointer(new TextLog()).signNow()).toBeUndefined();
  });

  test('the head is signed once, stored, and noted beside the key', async () => {
    const log = new TextLog().add(...texts(0, 300));
    const signer = checkpointer(log);
    const signed = await signer.signNow();
    const note = parseNote(signed?.note ?? '');
    expect(parseCheckpoint(note.text)).toMatchObject({ origin: ORIGIN, size: 300, root: (await log.head()).root });
    expect(await signersOf(note, [parseVerifierKey((await auditKeys.first(ORIGIN)).vkey)])).toHaveLength(1);
    expect(await auditKeys.lastSigned()).toBe(signed?.note);
    expect(await signer.signNow()).toEqual(signed);
    log.add('more');
    await signer.signNow();
    expect(await latestCheckpoint(documents, ORIGIN)).toMatchObject({ size: 301 });
  });

  test('two processes that sign the same head agree', async () => {
    const log = new TextLog().add('one');
    const [one, other] = await Promise.all([checkpointer(log).signNow(), checkpointer(log).signNow()]);
    expect(one).toEqual(other);
  });

  test('the longest one lies beside the key, whichever of two processes notes its own last', async () => {
    const log = new TextLog().add('one');
    const keys = auditKeys;
    const later = checkpointer(log);
    // The first process notes its checkpoint only after the other one has stored a longer one.
    auditKeys = {
      ...keys,
      noteSigned: async (note) => {
        if (sizeOf(note) === 1) {
          log.add('two');
          await later.signNow();
        }
        await keys.noteSigned(note);
      },
    };
    await checkpointer(log).signNow();
    expect([sizeOf(await keys.lastSigned()), await latestCheckpoint(documents, ORIGIN)]).toMatchObject([
      2,
      { size: 2 },
    ]);
  });

  test('a checkpoint follows every minute while events come', async () => {
    const log = new TextLog().add('one');
    const signer = checkpointer(log);
    signer.start();
    await clock.paused();
    log.add('two');
    const again = clock.paused();
    clock.advance(MINUTE);
    await again;
    expect(await latestCheckpoint(documents, ORIGIN)).toMatchObject({ size: 2 });
    await signer.stop();
  });

  test('a crash between note and store is made up for', async () => {
    const log = new TextLog().add('one');
    const signed = await checkpointer(log).signNow();
    documents = await aStore();
    expect(await checkpointer(log).signNow()).toEqual(signed);
  });
});

describe('a log that does not continue what was signed', () => {
  const expectFault = async (signer: Checkpointer, code: string, sentence: string): Promise<void> => {
    const noted = await auditKeys.lastSigned();
    await signer.signNow();
    await signer.once();
    expect(signer.fault).toMatchObject({ code, message: expect.stringContaining(sentence) });
    expect(await auditKeys.lastSigned()).toBe(noted);
    expect(logger.warnings).toHaveLength(1);
  };

  // oxlint-disable-next-line jest/expect-expect -- in expectFault
  test('because it was restored and is shorter, is not signed', async () => {
    await checkpointer(new TextLog().add(...texts(0, 20))).signNow();
    documents = await aStore();
    const signer = checkpointer(new TextLog().add(...texts(0, 19)));
    await expectFault(signer, 'log_is_shorter', 'the audit log has 19 events; the checkpoint beside the key covers 20');
  });

  // oxlint-disable-next-line jest/expect-expect -- in expectFault
  test('because it was restored and went on, is not signed', async () => {
    await checkpointer(new TextLog().add(...texts(0, 20))).signNow();
    documents = await aStore();
    const signer = checkpointer(new TextLog().add(...texts(0, 10), ...texts(100, 30)));
    await expectFault(
      signer,
      'log_differs',
      'the first 20 events of the audit log are not those of the checkpoint beside the key',
    );
  });

  // oxlint-disable-next-line jest/expect-expect -- in expectFault
  test('because an event was changed, is not signed', async () => {
    const before = texts(0, 20);
    await checkpointer(new TextLog().add(...before)).signNow();
    const signer = checkpointer(new TextLog().add(...before.with(3, 'changed'), 'more'));
    await expectFault(
      signer,
      'log_differs',
      'the first 20 events of the audit log are not those of the checkpoint in the store',
    );
  });
});

describe('a fault', () => {
  const faultOf = async (signer: Checkpointer): Promise<string | undefined> => {
    await signer.once();
    return signer.fault?.code;
  };

  test('is a missing key, until it is back', async () => {
    const log = new TextLog().add('one');
    auditKeys = { ...(await theKeys()), read: async () => [] };
    const signer = checkpointer(log);
    expect(await faultOf(signer)).toBe('key_missing');
    const back = await theKeys();
    auditKeys = Object.assign(auditKeys, { read: () => back.read() });
    expect(await faultOf(signer)).toBeUndefined();
    expect((await latestCheckpoint(documents, ORIGIN))?.size).toBe(1);
  });

  test('is a key that is not that of the log', async () => {
    auditKeys = memoryAuditKeys([await formatPrivateKey(ORIGIN, new Uint8Array(32).fill(2))]);
    expect(await faultOf(checkpointer(new TextLog().add('one')))).toBe('key_is_another');
  });

  test('is a checkpoint of another log that the same key signed', async () => {
    const [key] = await auditKeys.read();
    const other = key?.under('rooms.example/api/v1/audit/11111111');
    const text = formatCheckpoint({
      origin: 'rooms.example/api/v1/audit/11111111',
      size: 1,
      root: new Uint8Array(32),
      extensions: [],
    });
    await auditKeys.noteSigned(`${text}\n${await other?.sign(text)}\n`);
    expect(await faultOf(checkpointer(new TextLog().add('one', 'two')))).toBe('log_is_another');
  });

  test.each([
    ['garbage', async () => 'garbage'],
    ['a forged size', async (note: string) => note.replace('\n1\n', '\n999999\n')],
    ['another key', async (note: string) => noteBy(await signerOf(ORIGIN, new Uint8Array(32).fill(9)), note)],
    ['a mebibyte', async () => 'x\n'.repeat(524_288)],
  ])('is not a noted checkpoint that no key of the log signed: %s', async (_what, forge) => {
    const log = new TextLog().add('one');
    await checkpointer(log).signNow();
    await auditKeys.noteSigned(await forge((await auditKeys.lastSigned()) ?? ''));
    const signer = checkpointer(log);
    expect(await faultOf(signer)).toBeUndefined();
    expect([...signer.notKept.keys()]).toEqual(['beside the key']);
    expect(logger.warnings).toEqual([
      {
        message: 'audit.checkpoint_is_not_ours',
        fields: { where: 'beside the key', reason: 'it has a checkpoint that no key of this log signed' },
      },
    ]);
    log.add('two');
    await signer.once();
    await signer.once();
    expect([sizeOf(await auditKeys.lastSigned()), signer.notKept.size]).toEqual([2, 0]);
  });

  test('is a damaged right edge, which is not taken for another log', async () => {
    const log = new TextLog().add(...texts(0, 300));
    await checkpointer(log).signNow();
    log.damage('1/0');
    const signer = checkpointer(log);
    expect(await faultOf(signer)).toBe('edge_is_damaged');
    expect(signer.fault?.message).toContain('(tile/1/000.p/1)');
    const [missing, another] = [new TextLog().add(...texts(0, 300)), checkpointer(log)];
    missing.damage('1/0', new Uint8Array());
    expect(await faultOf(checkpointer(missing))).toBe('edge_is_damaged');
    expect(await faultOf(another)).toBe('edge_is_damaged');
  });

  test('is not a damaged tile that no new event depends on, which is rebuilt', async () => {
    const log = new TextLog().add(...texts(0, 300));
    await checkpointer(log).signNow();
    log.add(...texts(300, 300));
    const before = await log.tile(0, 1, 256);
    log.damage('0/1');
    const signer = checkpointer(log);
    expect(await faultOf(signer)).toBeUndefined();
    expect([await latestCheckpoint(documents, ORIGIN), await log.tile(0, 1, 256)]).toMatchObject([
      { size: 600 },
      before ?? {},
    ]);
    expect(logger.warnings).toEqual([{ message: 'audit.tile_mended', fields: { tile: 'tile/0/001' } }]);
  });

  test('is a store without a log, where one was signed with the key', async () => {
    await checkpointer(new TextLog().add('one')).signNow();
    documents = new MemoryDocumentStore();
    expect(await faultOf(checkpointer(new TextLog().add('one')))).toBe('log_is_another');
  });
});

describe('witnesses', () => {
  /** A witness that checks as C2SP tlog-witness says. */
  async function aWitness(name: string) {
    const signer = await signerOf(name, new Uint8Array(32).fill(name.length), SIGNATURE_TYPES.cosignature);
    const state = { seen: undefined as ReturnType<typeof parseCheckpoint> | undefined, isDown: false };
    const peer: WitnessPeer = {
      vkey: formatVerifierKey(signer.key),
      submit: async (body) => {
        if (state.isDown) throw new Unavailable('witness');
        const blank = body.indexOf('\n\n');
        const [first = '', ...proof] = body.slice(0, blank).split('\n');
        const { text } = parseNote(body.slice(blank + 2));
        const checkpoint = parseCheckpoint(text);
        const seen = state.seen?.size ?? 0;
        if (Number(first.slice('old '.length)) !== seen) return { status: 409, body: `${seen}\n` };
        if (state.seen !== undefined && !verifyConsistency(state.seen, checkpoint, proof.map(fromBase64)))
          return { status: 422, body: '' };
        state.seen = checkpoint;
        return { status: 200, body: `${formatSignature(await signer.sign(text, 1_700_000_000))}\n` };
      },
    };
    return { peer, state, key: signer.key };
  }

  test('their signatures are stored with the checkpoint', async () => {
    const [one, other] = [await aWitness('one.example'), await aWitness('another.example')];
    await checkpointer(new TextLog().add('one'), [one.peer, other.peer]).once();
    const note = parseNote((await latestCheckpoint(documents, ORIGIN))?.note ?? '');
    expect(await signersOf(note, [one.key, other.key])).toHaveLength(2);
  });

  test('one that is down delays nothing, is named, and is caught up', async () => {
    const { peer, state } = await aWitness('one.example');
    const log = new TextLog().add(...texts(0, 5));
    const signer = checkpointer(log, [peer]);
    await signer.once();
    state.isDown = true;
    log.add(...texts(5, 300));
    expect(sizeOf((await signer.signNow())?.note)).toBe(305);
    await signer.once();
    expect([...signer.failing]).toEqual([['one.example', 'the witness does not answer']]);
    await signer.once();
    const fields = { witness: 'one.example', reason: 'the witness does not answer' };
    expect(logger.warnings).toEqual([{ message: 'audit.witness_fails', fields }]);
    state.isDown = false;
    await signer.once();
    expect([state.seen?.size, signer.failing.size]).toEqual([305, 0]);
  });

  /** A log that was cut back after these witnesses had signed 20 events. */
  async function cutBack(witnesses: readonly WitnessPeer[]) {
    await checkpointer(new TextLog().add(...texts(0, 20)), witnesses).once();
    documents = await aStore();
    auditKeys = await theKeys();
    const log = new TextLog().add(...texts(0, 19));
    const signer = checkpointer(log, witnesses);
    await signer.begin();
    return { log, signer };
  }

  test('two of three that saw more than the log has stop everything, until they sign again', async () => {
    const [one, two, three] = [
      await aWitness('one.example'),
      await aWitness('second.example'),
      await aWitness('a.example'),
    ];
    three.state.isDown = true;
    const { log, signer } = await cutBack([one.peer, two.peer, three.peer]);
    expect(signer.fault).toMatchObject({
      code: 'witness_refuses',
      message: '2 of 3 witnesses say that they saw a log that this one does not continue: one.example, second.example',
    });
    log.add('another event');
    await signer.once();
    expect((await latestCheckpoint(documents, ORIGIN))?.size).toBe(19);
    // Silence takes nothing back.
    [one.state.isDown, two.state.isDown] = [true, true];
    await signer.once();
    expect(signer.fault?.code).toBe('witness_refuses');
    for (const { state } of [one, two]) Object.assign(state, { isDown: false, seen: undefined });
    await signer.once();
    expect(signer.fault).toBeUndefined();
  });

  test.each([
    ['the only one', 1],
    ['one of two', 2],
    ['one of three', 3],
  ])('%s that saw more is an alarm by its name, and stops nothing', async (_which, count) => {
    const liar = await aWitness('liar.example');
    const others = await Promise.all(['one.example', 'second.example'].slice(0, count - 1).map(aWitness));
    const { log, signer } = await cutBack([liar.peer, liar.peer]);
    const withOthers = checkpointer(log, [liar.peer, ...others.map(({ peer }) => peer)]);
    for (const one of [signer, withOthers]) {
      await one.once();
      expect([one.fault, [...one.failing]]).toEqual([
        undefined,
        [['liar.example', 'the witness says that it saw 20 events, the log has 19']],
      ]);
    }
    log.add('another event');
    await withOthers.once();
    expect((await latestCheckpoint(documents, ORIGIN))?.size).toBe(20);
    expect(logger.warnings.map(({ message, fields }) => [message, fields.witness])).toEqual([
      ['audit.witness_refuses', 'liar.example'],
      ['audit.witness_refuses', 'liar.example'],
    ]);
  });

  const SENTENCE = 'Ring +1 555 0100 and send us your key';

  test.each([
    ['a size that no log has', 409, '999999\n'],
    ['409 with a sentence', 409, SENTENCE],
    ['422', 422, SENTENCE],
    ['404', 404, SENTENCE],
    ['a sentence as its signature', 200, SENTENCE],
    ['a signature line with a sentence as its name', 200, '\u2014 Ring+1 AAAA\n'],
    ['a short signature of a strange name', 200, '\u2014 send-us-your-key AAAAAA==\n'],
    ['60 000 lines', 200, '\u2014 a AAAAAA==\n'.repeat(60_000)],
    ['500', 500, SENTENCE],
  ])('one that answers %s stops nothing, and none of its words are shown', async (_what, status, body) => {
    const { peer } = await aWitness('one.example');
    const hostile: WitnessPeer = { ...peer, submit: async () => ({ status, body }) };
    const signer = checkpointer(new TextLog().add('one'), [hostile]);
    await signer.begin();
    signer.start();
    await signer.stop();
    await signer.once();
    expect([signer.fault, [...signer.failing.keys()]]).toEqual([undefined, ['one.example']]);
    const shown = JSON.stringify([[...signer.failing], logger.warnings]);
    expect(shown).not.toMatch(/Ring|send-us/);
    expect(sizeOf((await latestCheckpoint(documents, ORIGIN))?.note)).toBe(1);
  });

  test('one that signed a longer checkpoint of another process is not an alarm', async () => {
    const { peer } = await aWitness('one.example');
    const log = new TextLog().add('one');
    const first = checkpointer(log, [peer]);
    let isFirst = true;
    const slow: WitnessPeer = {
      ...peer,
      submit: async (body) => {
        if (isFirst) {
          isFirst = false;
          log.add('two');
          await first.once();
        }
        return peer.submit(body);
      },
    };
    const second = checkpointer(log, [slow]);
    await second.once();
    expect([second.failing.size, logger.warnings]).toEqual([0, []]);
  });

  test('one that does not answer delays a start by 15 seconds at most', async () => {
    const { peer } = await aWitness('one.example');
    const silent: WitnessPeer = { ...peer, submit: () => new Promise(() => undefined) };
    const signer = checkpointer(new TextLog().add('one'), [silent]);
    const begun = signer.begin();
    await clock.paused();
    clock.advance(15_000);
    await begun;
    expect([signer.fault, (await latestCheckpoint(documents, ORIGIN))?.size]).toEqual([undefined, 1]);
  });
});
