import { expect, test } from '@jest/globals';
import { systemIds } from '@strongroom/adapter-local';
import type { Email, Instant, TokenId, User, UserId } from '@strongroom/domain';
import { type Author, SYSTEM } from '../../src/kernel/audit-entry.ts';
import type { UnitOfWork } from '../../src/kernel/unit-of-work.ts';
import { documentOf, refTo } from '../../src/store/collection.ts';
import { users } from '../../src/store/users.ts';
import { changesOf } from '../world/faulty-documents.ts';
import { commits } from '../world/gate.ts';
import { AUTHOR, aRunner, TARGET } from './setting.ts';
import { things } from './things.ts';

const ada: User = {
  id: systemIds.uuid<UserId>(),
  name: '',
  email: 'ada@rooms.example' as Email,
  role: 'member',
  clearance: null,
  status: 'active',
  epoch: 0,
  createdAt: 0 as Instant,
  activatedAt: null,
  tokens: [],
  sessions: [],
  password: null,
  invitations: [],
};
const byAda: Author = { actor: { type: 'user', id: ada.id, tokenId: systemIds.uuid<TokenId>() }, request: null };
const ADA_UNCHANGED = { collection: 'users', expect: { id: ada.id, version: 1 } };

const change = (uow: UnitOfWork) => uow.put(things, { id: 'new', count: 1 });
const record = (uow: UnitOfWork) => uow.record({ type: 'room.edited', target: TARGET });

/** The conditions that an operation commits, besides the documents that it changes. */
async function expectedBy(author: Author, apply: (uow: UnitOfWork) => void, refs = [refTo(users, ada.id)]) {
  const committed: ReturnType<typeof changesOf>[number][] = [];
  const { runner, documents } = await aRunner((call, proceed) => {
    if (commits(call)) committed.push(...changesOf(call.args));
    return proceed();
  });
  await documents.commit([{ collection: users.name, insert: documentOf(users, ada, 1) }]);
  await runner.run({ author, refs, apply });
  return committed.filter((one) => 'expect' in one);
}

test('a change by a user is stored only if the user did not change meanwhile', async () => {
  expect(await expectedBy(byAda, change)).toEqual([ADA_UNCHANGED]);
});

test('an operation that only records an event does not depend on its user', async () => {
  expect(await expectedBy(byAda, record)).toEqual([]);
});

test('a change by the system, or by a user that was not read, depends on no user', async () => {
  expect(await expectedBy(SYSTEM, change)).toEqual([]);
  expect(await expectedBy(byAda, change, [])).toEqual([]);
  expect(await expectedBy(AUTHOR, change, [refTo(users, AUTHOR.actor.type === 'user' ? AUTHOR.actor.id : '')])).toEqual(
    [],
  );
});
