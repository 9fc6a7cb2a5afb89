import { expect, test } from '@jest/globals';
import { systemIds } from '@strongroom/adapter-local';
import type { EventId, Label, LabelRules, Organisation, OrgId, OrgUnitId } from '@strongroom/domain';
import { SYSTEM } from '../../src/kernel/audit-entry.ts';
import { IdentityMap } from '../../src/kernel/identity-map.ts';
import { UnitOfWork } from '../../src/kernel/unit-of-work.ts';
import { usingLabels } from '../../src/kernel/using-labels.ts';
import { documentOf, refTo } from '../../src/store/collection.ts';
import { ORGANISATION, organisations } from '../../src/store/organisation.ts';
import { TestClock } from '../world/clock.ts';
import { LABEL_RULES } from '../world/ports.ts';

const unused: Organisation = {
  id: systemIds.uuid<OrgId>(),
  rootUnitId: systemIds.uuid<OrgUnitId>(),
  scheme: LABEL_RULES.scheme,
  owners: [],
};
const reversed: LabelRules = { ...LABEL_RULES, scheme: LABEL_RULES.scheme.toReversed() };

/** The changes of the first use of a label by a process with these rules, in a store with this organisation. */
function used(organisation: Organisation | undefined, labelRules = LABEL_RULES) {
  const found = organisation && documentOf(organisations, organisation, 1);
  const identityMap = new IdentityMap([refTo(organisations, ORGANISATION)], [found]);
  const uow = new UnitOfWork(identityMap, {
    author: SYSTEM,
    eventId: systemIds.uuid<EventId>(),
    clock: new TestClock(),
    ids: systemIds,
    onSchedule: () => undefined,
  });
  usingLabels({ labelRules }, uow);
  uow.accept();
  return identityMap.changes();
}

test('the first use of a label is stored with the organisation', () => {
  const replace = documentOf(organisations, { ...unused, labelsUsed: true }, 2);
  expect(used(unused)).toEqual([{ collection: 'organisations', replace }]);
});

test('the first use of a label alone is recorded', () => {
  expect(used({ ...unused, labelsUsed: true })).toEqual([]);
});

test('a process whose labels are in another order than those of the store has to restart', () => {
  for (const organisation of [unused, { ...unused, labelsUsed: true as const }])
    expect(() => used(organisation, reversed)).toThrow(
      expect.objectContaining({
        name: 'Unavailable',
        dependency: 'documents',
        cause: expect.objectContaining({
          name: 'SettingsUnfit',
          message: 'Another process has started with other labels. Restart this one with them.',
          setting: 'labels',
        }),
      }),
    );
});

test('a process that does not know every label of the store may use those it knows', () => {
  const scheme = [...LABEL_RULES.scheme, { label: 'C5' as Label, name: 'top secret' }];
  expect(used({ ...unused, scheme, labelsUsed: true })).toEqual([]);
});

test('a store without an organisation is a bug', () => {
  expect(() => used(undefined)).toThrow('a store without its organisation');
});
