import type { OrgUnit } from '@strongroom/client';
import {
  type Column,
  defineCommand,
  JSON_OPTION,
  LIST_OPTIONS,
  listOptionsOf,
  printDone,
  printList,
  printOptionsOf,
  showsNames,
} from '@strongroom/command-line';
import { signedIn } from '../../account/session.ts';
import { unitNamed } from '../../naming/people.ts';

/** The operand of every command about an org unit. */
export const UNIT_OPERAND = {
  name: 'UNIT',
  text: 'The org unit: its unique name, its id or the end of it.',
  completes: 'units',
} as const;

const COLUMNS: readonly Column<OrgUnit>[] = [
  ['id', ({ id }) => id, 'id'],
  ['name', ({ name }) => name],
  ['below', ({ parent_id: parent }) => parent],
  ['members', ({ member_count: members }) => members],
  ['rooms', ({ room_count: rooms }) => rooms],
  ['description', ({ description }) => description],
];

const unitsList = defineCommand({
  name: 'units list',
  summary: 'List the org units.',
  operands: [],
  options: LIST_OPTIONS,
  examples: [['units', 'one line for each unit']],
  run: async (given, world) => {
    const { client, signal } = await signedIn(world);
    const units = await client.orgUnits.list({ per_page: 100 }, { signal }).all();
    const nameOf = new Map(units.map(({ id, name }) => [id, name]));
    const named: readonly Column<OrgUnit>[] = COLUMNS.map((column) =>
      column[0] === 'below' ? ['below', ({ parent_id: parent }) => nameOf.get(parent ?? '') ?? parent] : column,
    );
    const columns = showsNames(given, world) ? named : COLUMNS;
    await printList(listOptionsOf(given, world), units, columns, 'There is no unit.');
  },
});

const unitsCreate = defineCommand({
  name: 'units create',
  summary: 'Create an org unit.',
  operands: [{ name: 'NAME', text: 'The name.' }],
  options: {
    below: { value: 'UNIT', text: 'The parent unit, by id or name. Default: the root.' },
    description: { value: 'TEXT', text: 'A description of its purpose.' },
    ...JSON_OPTION,
  },
  examples: [['units create Legal --below Berlin', 'a unit in another']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const below = given.text('below');
    const parent_id = below === undefined ? undefined : (await unitNamed(session, below)).id;
    const body = { name: given.operand('NAME'), description: given.text('description'), parent_id };
    const unit = await session.client.orgUnits.create(body, { signal: session.signal });
    printDone(printOptionsOf(given, world), unit, {
      word: unit.id,
      sentence: `Made the org unit ${unit.name} (${unit.id}).`,
    });
  },
});

const unitsRename = defineCommand({
  name: 'units rename',
  summary: 'Rename an org unit.',
  operands: [UNIT_OPERAND, { name: 'NAME', text: 'The new name.' }],
  options: JSON_OPTION,
  examples: [['units rename Legal "Legal & Compliance"', 'members and rooms stay']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await unitNamed(session, given.operand('UNIT'));
    const unit = await session.client.orgUnits.edit(id, { name: given.operand('NAME') }, { signal: session.signal });
    printDone(printOptionsOf(given, world), unit, { word: id, sentence: `It is called ${unit.name}.` });
  },
});

const unitsDelete = defineCommand({
  name: 'units delete',
  summary: 'Delete an org unit that has no rooms, members or child units.',
  operands: [UNIT_OPERAND],
  options: JSON_OPTION,
  examples: [['units delete Legal', 'refused while there is anything in it']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await unitNamed(session, given.operand('UNIT'));
    const deleted = await session.client.orgUnits.delete(id, { signal: session.signal });
    printDone(printOptionsOf(given, world), deleted, { word: id, sentence: 'Deleted.' });
  },
});

export const UNIT_COMMANDS = [unitsList, unitsCreate, unitsRename, unitsDelete] as const;
