import { beforeEach, describe, expect, test } from '@jest/globals';
import { createSecrets } from '@strongroom/adapter-local';
import { DomainError, type ErrorCode } from '@strongroom/domain';
import { idempotent, type KeyOwner } from '../../src/kernel/idempotent.ts';
import type { Operation } from '../../src/kernel/operation-runner.ts';
import { replayVerbatim } from '../../src/kernel/replay.ts';
import { type IdempotencyRecord, idempotencyRecords } from '../../src/store/idempotency.ts';
import { aKey } from './idempotency-key.ts';
import { AUTHOR, aRunner, refused } from './setting.ts';

const secrets = createSecrets('the secret of these keys');
let setting: Awaited<ReturnType<typeof aRunner>>;
beforeEach(async () => {
  setting = await aRunner();
});

const ask = (owner: KeyOwner, apply: Operation<number>['apply']): Promise<number> =>
  setting.runner.run(
    idempotent({ secrets, clock: setting.clock }, owner, replayVerbatim<number>(), { author: AUTHOR, refs: [], apply }),
  );
const records = () => setting.documents.list(idempotencyRecords.name, { anyOf: ['all'] }, { limit: 10 });

describe('a request that was answered before', () => {
  test('leaves the record of its answer as it is', async () => {
    const owner = { ownerId: 'ada', idempotency: aKey() };
    await ask(owner, () => 1);
    const before = await records();
    expect(await ask(owner, () => 2)).toBe(1);
    expect(await records()).toEqual(before);
  });

  const CONFLICTS = [refused('ROOM_ARCHIVED'), refused('VALIDATION_ERROR'), refused('SHARE_EXHAUSTED')];
  test.each(CONFLICTS.map((error) => [error.code, error] as const))(
    'is answered although its effect would now be refused with %s',
    async (_, error) => {
      const owner = { ownerId: 'ada', idempotency: aKey() };
      await ask(owner, () => 1);
      expect(
        await ask(owner, () => {
          throw error;
        }),
      ).toBe(1);
    },
  );

  const WITHOUT_RIGHT = [refused('ROOM_NOT_FOUND'), refused('INSUFFICIENT_ROLE'), new DomainError('TOKEN_INVALID')];
  test.each(WITHOUT_RIGHT.map((error) => [error.code, error] as const))(
    'is refused with %s once its caller lacks the right',
    async (_, error) => {
      const owner = { ownerId: 'ada', idempotency: aKey() };
      await ask(owner, () => 1);
      await expect(
        ask(owner, () => {
          throw error;
        }),
      ).rejects.toBe(error);
    },
  );

  test('is answered although something that it would make is no longer there', async () => {
    const owner = { ownerId: 'ada', idempotency: aKey() };
    await ask(owner, () => 1);
    expect(
      await ask(owner, () => {
        throw new DomainError('FILE_NOT_FOUND');
      }),
    ).toBe(1);
  });

  test('fails, rather than be answered, when deciding its rights fails', async () => {
    const owner = { ownerId: 'ada', idempotency: aKey() };
    await ask(owner, () => 1);
    await expect(
      ask(owner, () => {
        throw new TypeError('a bug');
      }),
    ).rejects.toThrow('a bug');
  });

  test('gets the code for its deleted subject, and has no effect', async () => {
    const owner = { ownerId: 'ada', idempotency: aKey() };
    const gone: ErrorCode = 'ROOM_NOT_FOUND';
    await ask(owner, () => 1);
    await setting.runner.run({
      author: AUTHOR,
      refs: (await records()).map(({ id }) => ({ collection: idempotencyRecords.name, id })),
      apply: (uow) => uow.put(idempotencyRecords, { ...uow.get(idempotencyRecords, idOf(owner)), kept: null, gone }),
    });
    await expect(ask(owner, () => 2)).rejects.toMatchObject({ code: gone });
    expect(owner.idempotency.replays).toBe(0);
  });
});

const idOf = ({ ownerId, idempotency }: Required<KeyOwner>): string => secrets.hash(`${ownerId}\n${idempotency?.key}`);

test('the request is stored as hexadecimal digits that only the secret of the service can make', async () => {
  const idempotency = aKey('{"password":"hunter2"}');
  await ask({ ownerId: 'ada', idempotency }, () => 1);
  const [record] = await records();
  expect((record?.body as IdempotencyRecord | undefined)?.fingerprint).toBe(
    Buffer.from(secrets.derive('idempotency', idempotency.fingerprint)).toString('hex'),
  );
});
