import { expect, test } from '@jest/globals';
import { type Action, decide, POLICIES } from '../../src/index.ts';
import { ACTIONS } from './actions.ts';
import type { Facts } from './facts-of.ts';
import { ROWS } from './rows.ts';

/** Registers the tests that a hidden resource is answered like an absent one, in one of `step` situations; in every one if it is 1. A random first one, which a failure shows. */
export function hiddenIsAbsent(step: number): void {
  const from = Math.floor(Math.random() * step);
  /** Fewest of the situations that a sample has, where all have that many. A sample is not quite even. */
  const atLeast = (all: number) => (step === 1 ? all : all / (2 * step));

  /** Expects the same answer for a hidden resource as for an absent one; returns the number of situations compared. */
  function expectAnsweredAsAbsent(hidden: (facts: Facts) => boolean, absent: object, actions: readonly Action[]) {
    let compared = 0;
    const telling: string[] = [];
    for (const action of actions)
      ROWS[action].each(
        action,
        ({ situation, facts, factsIf }) => {
          const found = facts();
          if (!hidden(found)) return;
          compared++;
          const { effect, refusal } = decide(action, found);
          const without = decide(action, factsIf(absent));
          if (effect !== without.effect || refusal !== without.refusal)
            telling.push(`${refusal} instead of ${without.refusal} for ${action} in ${JSON.stringify(situation)}`);
        },
        // Only the order of labels matters, and only valid credentials get this far.
        { status: ['active'], scopes: ['unlimited'], clearance: [0, 2, 4], roomLabel: [1, 3], fileLabel: [1, 3] },
        step,
        from,
      );
    expect({ from, telling: telling.slice(0, 5) }).toEqual({ from, telling: [] });
    return compared;
  }

  const of = (...families: string[]) =>
    ACTIONS.filter((action) => families.some((family) => action.startsWith(family)));
  /** Actions without a particular room. */
  const WITHOUT_ROOM: readonly Action[] = ['room.list', 'room.oversee', 'room.create'];

  test('a hidden room is indistinguishable from an absent one', () => {
    const hidden = (facts: Facts) => decide('room.see', facts).effect === 'deny';
    const actions = [
      ...of('room.', 'file.', 'folder.', 'bin.', 'access.room.'),
      'package.create' as const,
      'upload_request.create' as const,
      'upload_request.list' as const,
      'inbox.list' as const,
    ].filter((action) => !WITHOUT_ROOM.includes(action));
    expect(expectAnsweredAsAbsent(hidden, { room: 'absent', file: 'absent' }, actions)).toBeGreaterThan(
      atLeast(10_000),
    );
  });

  test('a room hidden in the audit log is indistinguishable from an absent one', () => {
    const hidden = (facts: Facts) => decide('audit.room.see', facts).effect === 'deny';
    expect(expectAnsweredAsAbsent(hidden, { room: 'absent' }, of('audit.room.'))).toBeGreaterThan(atLeast(1000));
  });

  test('a hidden file is indistinguishable from an absent one', () => {
    const hidden = (facts: Facts) => decide('file.see', facts).effect === 'deny';
    // A file to be restored lies in the bin, and is not a file of the room.
    const actions = of('file.', 'version.', 'share.create', 'share.list').filter((action) => action !== 'file.restore');
    expect(expectAnsweredAsAbsent(hidden, { file: 'absent' }, actions)).toBeGreaterThan(atLeast(10_000));
  });

  test('a hidden folder is indistinguishable from an absent one', () => {
    const hidden = (facts: Facts) => decide('folder.see', facts).effect === 'deny';
    expect(expectAnsweredAsAbsent(hidden, { folder: 'absent' }, of('folder.'))).toBeGreaterThan(atLeast(1000));
  });

  test('a hidden group is indistinguishable from an absent one', () => {
    const hidden = (facts: Facts) => decide('group.see', facts).effect === 'deny';
    const actions = of('group.').filter((action) => POLICIES[action].within.includes('group.see'));
    expect(expectAnsweredAsAbsent(hidden, { group: 'absent' }, actions)).toBeGreaterThan(atLeast(500));
  });

  test('a hidden version is indistinguishable from an absent one', () => {
    const hidden = (facts: Facts) => decide('version.see', facts).effect === 'deny';
    const actions = ['version.see', 'version.download', 'version.restore', 'version.delete'] as const;
    expect(expectAnsweredAsAbsent(hidden, { version: 'absent' }, actions)).toBeGreaterThan(atLeast(1000));
  });

  test('a file in the bin that the caller does not see there is indistinguishable from an absent one', () => {
    const hidden = (facts: Facts) => decide('bin.see', facts).effect === 'deny';
    const actions = ['bin.see', 'bin.destroy', 'file.restore'] as const;
    expect(expectAnsweredAsAbsent(hidden, { file: 'absent' }, actions)).toBeGreaterThan(atLeast(1000));
  });

  test('a file hidden from readers of the audit log is indistinguishable from an absent one', () => {
    const hidden = (facts: Facts) => decide('access.file.see', facts).effect === 'deny';
    expect(expectAnsweredAsAbsent(hidden, { file: 'absent' }, of('access.file.'))).toBeGreaterThan(atLeast(1000));
  });

  test('a folder hidden from readers of the audit log is indistinguishable from an absent one', () => {
    const hidden = (facts: Facts) => decide('access.folder.see', facts).effect === 'deny';
    expect(expectAnsweredAsAbsent(hidden, { folder: 'absent' }, of('access.folder.'))).toBeGreaterThan(atLeast(1000));
  });

  test('a unit in which the caller may place no rooms is indistinguishable from an absent one', () => {
    const hidden = (facts: Facts) => decide('org_unit.place_rooms', facts).effect === 'deny';
    expect(expectAnsweredAsAbsent(hidden, { unit: 0 }, ['org_unit.place_rooms'])).toBeGreaterThan(atLeast(50));
  });

  test('a user whom an external caller does not meet is indistinguishable from an absent one', () => {
    const hidden = (facts: Facts) =>
      decide('user.see', { ...facts, subject: { ...facts.subject, grant: null } }).effect === 'deny';
    const actions = of('user.', 'token.oversee', 'session.oversee', 'session.end_of_user').filter((action) =>
      POLICIES[action].within.includes('user.see'),
    );
    expect(actions.length).toBeGreaterThan(atLeast(7));
    expect(expectAnsweredAsAbsent(hidden, { target: 'absent' }, actions)).toBeGreaterThan(atLeast(1000));
  });

  test('a member whom another member does not see is indistinguishable from an absent one', () => {
    const hidden = (facts: Facts) => decide('room.members.remove', facts).refusal === 'MEMBER_NOT_FOUND';
    expect(expectAnsweredAsAbsent(hidden, { present: false }, ['room.members.remove'])).toBeGreaterThan(atLeast(100));
  });

  test('a link that the caller may not see or revoke is indistinguishable from an absent one', () => {
    for (const action of ['share.see', 'share.find', 'share.revoke'] as const) {
      const refused = (facts: Facts) => decide(action, facts).effect === 'deny';
      expect(expectAnsweredAsAbsent(refused, { link: 'absent' }, [action])).toBeGreaterThan(atLeast(1000));
    }
  });

  test('an upload request or an item that the caller may not see is indistinguishable from an absent one', () => {
    const noRequest = (facts: Facts) => decide('upload_request.find', facts).effect === 'deny';
    const requests = [
      'upload_request.find',
      'upload_request.see',
      'upload_request.open',
      'upload_request.revoke',
    ] as const;
    expect(expectAnsweredAsAbsent(noRequest, { request: 'absent' }, requests)).toBeGreaterThan(atLeast(1000));
    const noItem = (facts: Facts) => decide('inbox.see', facts).effect === 'deny';
    expect(
      expectAnsweredAsAbsent(
        noItem,
        { item: 'absent' },
        of('inbox.').filter((action) => action !== 'inbox.list'),
      ),
    ).toBeGreaterThan(atLeast(1000));
  });

  test('a token of a user of a higher role, or another user’s receipt, is indistinguishable from an absent one', () => {
    const noToken = (facts: Facts) => decide('token.revoke', facts).effect === 'deny';
    expect(expectAnsweredAsAbsent(noToken, { target: 'absent' }, ['token.revoke'])).toBeGreaterThan(atLeast(100));
    const noReceipt = (facts: Facts) => decide('receipt.see', facts).effect === 'deny';
    expect(expectAnsweredAsAbsent(noReceipt, { receipt: 'absent', receiptLabel: 1 }, ['receipt.see'])).toBeGreaterThan(
      atLeast(10),
    );
  });
}
