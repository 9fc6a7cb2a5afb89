import type { UnitRole } from '@strongroom/domain';
import type { Person } from '../world/person.ts';
import type { World } from '../world/world.ts';

/** The calls about org units of a world that is opened later. */
export const unitCalls = (world: () => World) => ({
  create: async (by: Person, parentId?: string) =>
    (await by.ask(world().app.orgUnits.create, { name: 'Sesame unit', parentId })).unit,
  edit: (by: Person, unitId: string, name = 'Other sesame unit') => by.ask(world().app.orgUnits.edit, { unitId, name }),
  remove: (by: Person, unitId: string) => by.ask(world().app.orgUnits.delete, { unitId }),
  see: (by: Person, unitId: string) => by.ask(world().app.orgUnits.get, { unitId }),
  add: (by: Person, unitId: string, userId: string, role: UnitRole = 'member') =>
    by.ask(world().app.orgUnits.addMember, { unitId, userId, role }),
  take: (by: Person, unitId: string, userId: string) => by.ask(world().app.orgUnits.removeMember, { unitId, userId }),
});
