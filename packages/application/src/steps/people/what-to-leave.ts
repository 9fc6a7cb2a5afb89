import type { Membership, UnitMembership, UserId } from '@strongroom/domain';
import type { Page, Ref, StoredDocument } from '@strongroom/ports';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedDocument } from '../../kernel/identity-map.ts';
import { type Collection, refTo, stateOf } from '../../store/collection.ts';
import { orgUnits, unitMemberships, unitsOfUser } from '../../store/organisation.ts';
import { memberships, membershipsOfUser, rooms } from '../../store/rooms.ts';

/** Memberships that a deactivated user leaves, and every document that is replaced with them. */
export type DepartureChanges = Readonly<{
  rooms: readonly Membership[];
  units: readonly UnitMembership[];
  known: readonly ListedDocument[];
}>;

/** Maximum number of memberships in one read. */
const AT_ONCE = 500;
const REFS_IN_ONE_READ = 200;

type WhatToLeaveDeps = Pick<Deps, 'documents'>;

type Bounds = Readonly<{ before: number; most: number }>;

/** The next memberships to end, of epochs before `before`, with a maximum for rooms and one for units. */
export async function whatToLeave(deps: WhatToLeaveDeps, userId: UserId, bounds: Bounds): Promise<DepartureChanges> {
  if (bounds.most === 0) return { rooms: [], units: [], known: [] };
  const [inRooms, inUnits] = await Promise.all([
    listed(deps, memberships, membershipsOfUser(userId), bounds),
    listed(deps, unitMemberships, unitsOfUser(userId), bounds),
  ]);
  const [itsRooms, itsUnits] = await Promise.all([
    read(
      deps,
      inRooms.map(({ state }) => refTo(rooms, state.roomId)),
    ),
    read(
      deps,
      inUnits.map(({ state }) => refTo(orgUnits, state.unitId)),
    ),
  ]);
  return {
    rooms: inRooms.map(({ state }) => state),
    units: inUnits.map(({ state }) => state),
    known: [...inRooms.map(({ known }) => known), ...inUnits.map(({ known }) => known), ...itsRooms, ...itsUnits],
  };
}

async function listed<S extends Readonly<{ epoch: number }>>(
  { documents }: WhatToLeaveDeps,
  collection: Collection<S>,
  key: string,
  { before, most }: Bounds,
) {
  let page: Page = { limit: AT_ONCE, order: 'oldest' };
  for (;;) {
    const found = await documents.list(collection.name, { anyOf: [key] }, page);
    const due = found
      .map((document) => ({ state: stateOf(collection, document), known: { collection: collection.name, document } }))
      .filter(({ state }) => state.epoch < before);
    const last = found.at(-1);
    if (due.length > 0 || last === undefined || found.length < AT_ONCE) return due.slice(0, most);
    page = { ...page, after: { position: last.position, id: last.id } };
  }
}

async function read({ documents }: WhatToLeaveDeps, refs: readonly Ref[]): Promise<readonly ListedDocument[]> {
  const known: ListedDocument[] = [];
  for (let start = 0; start < refs.length; start += REFS_IN_ONE_READ) {
    const slice = refs.slice(start, start + REFS_IN_ONE_READ);
    const found: readonly (StoredDocument | undefined)[] = await documents.read(slice);
    for (const [index, document] of found.entries()) {
      const collection = slice[index]?.collection;
      if (document && collection) known.push({ collection, document });
    }
  }
  return known;
}
