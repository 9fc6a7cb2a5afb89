import { beforeAll, expect, test } from '@jest/globals';
import { type AbilitySubject, DomainError, EXPLAINABLE, type ExplainableAction, subjectsOf } from '@strongroom/domain';
import type { Person } from '../world/person.ts';
import type { About } from './explained/ask.ts';
import { openSetting, type Setting } from './explained/setting.ts';
import { isAllowed } from './explained/trials.ts';

let at: Setting;
beforeAll(async () => {
  at = await openSetting();
});

/** The things that questions are about. */
const instancesOf = ({ rooms, files, folders, links, room, people, units, deactivated, invited }: Setting) =>
  ({
    me: [{}],
    room: rooms.map(({ id }) => ({ roomId: id })),
    file: files.map(({ id }) => ({ fileId: id })),
    folder: folders.map(({ folderId }) => ({ folderId })),
    share: links.map(({ id }) => ({ shareId: id })),
    member: (['room owner', 'contributor', 'viewer in A', 'external viewer in B'] as const).map((who) => ({
      roomId: room.id,
      memberId: people[who].id,
    })),
    user: [
      ...(['owner', 'domain admin', 'security officer', 'viewer', 'external contributor'] as const).map(
        (who) => people[who],
      ),
      deactivated,
      invited,
    ].map(({ id }) => ({ targetUserId: id })),
    org_unit: units.map(({ id }) => ({ orgUnitId: id })),
  }) as const satisfies Record<AbilitySubject, readonly About[]>;

/**
 * The answer to the user about themself, or to an owner of the organisation about them. "deny" for a subject that is hidden from the user.
 */
async function explained(by: Person, action: ExplainableAction, about: About): Promise<string> {
  const { world, people } = at;
  const ask = async (asker: Person) =>
    (await world.app.audit.explain(await asker.enter(), { userId: by.id, action, ...about })).effect;
  const answer = (asker: Person, otherwise: () => Promise<string>) =>
    ask(asker).catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.kind === 'invalid') throw error;
      return error.kind === 'absent' ? 'deny' : otherwise();
    });
  // External users learn no reasons about others.
  return answer(by, () => answer(people.owner, async () => 'refused'));
}

test.each(EXPLAINABLE)('%s is explained as its operation decides', async (action) => {
  const differ: string[] = [];
  const seen = new Set<string>();
  for (const subject of subjectsOf(action))
    for (const [index, about] of instancesOf(at)[subject].entries())
      for (const [who, by] of Object.entries(at.people)) {
        const does = await isAllowed(action, subject, at, by, about);
        if (does === undefined) continue;
        const says = await explained(by, action, about);
        seen.add(says);
        if ((says === 'allow') !== does) differ.push(`${who}, ${subject} ${index}: ${says}, but ${does}`);
      }
  expect(differ).toEqual([]);
  expect(seen.size).toBeGreaterThan(0);
});

test('an upload names its confirmation in `may` where it is allowed', async () => {
  const differ: string[] = [];
  let pending = 0;
  for (const { id: fileId, roomId } of at.files)
    for (const [who, by] of Object.entries(at.people)) {
      const file = await by.ask(at.world.app.files.get, { fileId }).catch(() => undefined);
      if (file?.status !== 'pending') continue;
      pending++;
      const does = await isAllowed('file.confirm', 'file', at, by, { fileId, roomId });
      if (file.may?.includes('file.confirm') !== does) differ.push(`${who}, ${file.folder}: ${does}`);
    }
  expect(differ).toEqual([]);
  expect(pending).toBeGreaterThan(5);
});
