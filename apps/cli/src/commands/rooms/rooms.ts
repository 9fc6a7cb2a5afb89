import type { Room } from '@strongroom/client';
import {
  defineCommand,
  EXIT,
  JSON_OPTION,
  LIST_OPTIONS,
  listOptionsOf,
  Problem,
  parseCount,
  printDone,
  printList,
  printOne,
  printOptionsOf,
  shortId,
} from '@strongroom/command-line';
import { MEMBER_VISIBILITIES, NUMBERINGS, STRUCTURES } from '@strongroom/domain/roles';
import { signedIn } from '../../account/session.ts';
import { labelNamed } from '../../naming/labels.ts';
import { unitNamed } from '../../naming/people.ts';
import { roomNamed, roomsOf } from '../../naming/rooms.ts';
import { RECENT_COLUMNS, ROOM_COLUMNS, ROOM_DETAILS } from './columns.ts';
import { roomsFavourite } from './favourite.ts';
import { ROOM_OPERAND } from './operand.ts';
import { roomsRenumber } from './renumber.ts';

const NUMBERS =
  'With `fixed`, each folder and file has an index number that stays, the same for every reader: a gap tells that there is something else.';
const BIN_DAYS = 'Days for which deleted files can be restored, at most 90; 0 destroys them at once.';

/** The operand of every command that works in a room. */
const roomsList = defineCommand({
  name: 'rooms list',
  summary: 'List the rooms you are a member of.',
  operands: [],
  options: {
    find: { value: 'WORDS', text: 'Only rooms whose name has these words, or words that begin with them.' },
    favourites: { text: 'Only your favourites.' },
    recent: { text: 'The room in which a file came last is first, with the time of that file.' },
    overseen: { text: 'List the rooms that you oversee without being a member instead.' },
    ...LIST_OPTIONS,
  },
  examples: [
    ['rooms', 'one line for each room'],
    ['rooms list --find falc', 'finds Project Falcon'],
    ['rooms list --favourites --recent', 'your favourites, by their last file'],
    ['rooms list --json', 'all that is known of them'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { client, signal } = session;
    const isRecent = given.flag('recent');
    const query = { q: given.text('find'), per_page: 100, ...(isRecent && { last_activity: 'true' as const }) };
    const found = given.flag('overseen')
      ? await client.rooms.overseen({ per_page: 100 }, { signal }).all()
      : await client.rooms.list(query, { signal }).all();
    const rooms = given.flag('favourites') ? found.filter(({ favourite }) => favourite) : found;
    await printList(
      listOptionsOf(given, world),
      isRecent ? rooms.toSorted(byLastFile) : rooms,
      isRecent ? RECENT_COLUMNS : ROOM_COLUMNS,
      'There is no room. Make one with `strongroom rooms create`.',
    );
  },
});

/** The latest first; rooms without a file that the caller sees are last. */
const byLastFile = ({ last_activity_at: one }: Room, { last_activity_at: other }: Room): number =>
  (other ?? '').localeCompare(one ?? '');

const roomsCreate = defineCommand({
  name: 'rooms create',
  summary: 'Create a room; you become its owner.',
  operands: [{ name: 'NAME', text: 'The name.' }],
  options: {
    label: {
      completes: 'labels',
      value: 'LABEL',
      text: 'Classification label, also by its name. Users without the clearance for it cannot see the room. C2 by default.',
    },
    description: { value: 'TEXT', text: 'A description of its purpose.' },
    unit: { value: 'UNIT', completes: 'units', text: 'The org unit of the room, by id or name.' },
    'bin-days': { value: 'N', text: `${BIN_DAYS} 0 by default.` },
    numbers: { value: 'HOW', choices: NUMBERINGS, text: `${NUMBERS} \`none\` by default.` },
    'same-name': {
      text: 'Make it although you have a room of this name. Commands then need an id to tell them apart.',
    },
    ...JSON_OPTION,
  },
  examples: [
    ['rooms create Falcon --label C3', 'makes a room for confidential files'],
    ['rooms create "Board 2027" --description "Papers of the board"', 'with a name of several words'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const [unit, label] = [given.text('unit'), given.text('label')];
    const same = (await roomsOf(session)).find(({ name }) => name === given.operand('NAME'));
    if (same !== undefined && !given.flag('same-name'))
      throw new Problem(`you have a room ${same.name} (${shortId(same.id)}): say --same-name to make another.`, {
        exitCode: EXIT.refused,
      });
    const room = await session.client.rooms.create(
      {
        name: given.operand('NAME'),
        classification: label === undefined ? 'C2' : await labelNamed(session, label),
        description: given.text('description'),
        bin_days: binDaysOf(given.text('bin-days')),
        numbering: numberingOf(given.text('numbers')),
        org_unit_id: unit === undefined ? undefined : (await unitNamed(session, unit)).id,
      },
      { signal: session.signal },
    );
    printDone(printOptionsOf(given, world), room, {
      word: room.id,
      sentence: `Made the room ${room.name} (${room.id}).`,
    });
  },
});

const roomsShow = defineCommand({
  name: 'rooms show',
  summary: 'Show the details of a room.',
  operands: [ROOM_OPERAND],
  options: JSON_OPTION,
  examples: [['rooms show Falcon', 'label, role, counts, description']],
  run: async (given, world) => {
    const session = await signedIn(world);
    printOne(printOptionsOf(given, world), await roomNamed(session, given.operand('ROOM')), ROOM_DETAILS);
  },
});

const LINK_KINDS = ['named', 'anonymous'] as const;

const roomsEdit = defineCommand({
  name: 'rooms edit',
  summary: 'Change the name, purpose or options of a room.',
  operands: [ROOM_OPERAND],
  options: {
    name: { value: 'NAME', text: 'The new name.' },
    description: { value: 'TEXT', text: 'The new description.' },
    members: {
      value: 'WHOM',
      choices: MEMBER_VISIBILITIES,
      text: 'With `owners`, members who are not owners see themselves and the owners only; with `groups` also those with whom they share a group.',
    },
    links: {
      value: 'HOW',
      choices: LINK_KINDS,
      text: 'With `anonymous`, holders of links of the room read neither sender nor organisation.',
    },
    folders: {
      value: 'BY',
      choices: STRUCTURES,
      text: 'With `owners`, only owners of the room make folders at its top, and can restrict these.',
    },
    numbers: {
      value: 'HOW',
      choices: NUMBERINGS,
      text: `${NUMBERS} Everything in the room is numbered at once; \`none\` forgets the numbers.`,
    },
    'bin-days': { value: 'N', text: `${BIN_DAYS} A shorter term holds for what lies in the bin too.` },
    ...JSON_OPTION,
  },
  examples: [
    ['rooms edit Falcon --name Eagle', 'another name'],
    ['rooms edit Falcon --members owners', 'bidders do not see each other'],
    ['rooms edit Falcon --members groups', 'but those of one group see each other'],
    ['rooms edit Falcon --links anonymous', 'links do not tell who shares'],
    ['rooms edit Falcon --folders owners', 'folders can be restricted to groups'],
    ['rooms edit Falcon --bin-days 30', 'deleted files can be restored for 30 days'],
    ['rooms edit Falcon --numbers fixed', 'contracts can quote documents by number'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await roomNamed(session, given.operand('ROOM'));
    const member_visibility = MEMBER_VISIBILITIES.find((one) => one === given.text('members'));
    const links = given.text('links');
    const change = {
      name: given.text('name'),
      description: given.text('description'),
      member_visibility,
      anonymous_links: links === undefined ? undefined : links === 'anonymous',
      structure: STRUCTURES.find((one) => one === given.text('folders')),
      numbering: numberingOf(given.text('numbers')),
      bin_days: binDaysOf(given.text('bin-days')),
    };
    const room = await session.client.rooms.edit(id, change, { signal: session.signal });
    printDone(printOptionsOf(given, world), room, { word: id, sentence: `Changed the room ${room.name}.` });
  },
});

const numberingOf = (text: string | undefined) => NUMBERINGS.find((one) => one === text);

/** Throws UsageProblem for anything but a whole number; the service knows the longest term. */
function binDaysOf(text: string | undefined): number | undefined {
  return text === '0' ? 0 : parseCount('--bin-days', text);
}

const archiving = (verb: 'archive' | 'unarchive', summary: string, does: string) =>
  defineCommand({
    name: `rooms ${verb}`,
    summary,
    operands: [ROOM_OPERAND],
    options: JSON_OPTION,
    examples: [[`rooms ${verb} Falcon`, does]],
    run: async (given, world) => {
      const session = await signedIn(world);
      const { id } = await roomNamed(session, given.operand('ROOM'));
      const room = await session.client.rooms[verb](id, { signal: session.signal });
      printDone(printOptionsOf(given, world), room, { word: id, sentence: `The room ${room.name} is ${room.status}.` });
      return 0;
    },
  });

export const ROOM_COMMANDS = [
  roomsList,
  roomsCreate,
  roomsShow,
  roomsEdit,
  roomsRenumber,
  roomsFavourite,
  archiving('archive', 'Archive a room: it can be read, and nothing is added.', 'nothing can be put into it any more'),
  archiving('unarchive', 'Bring an archived room back.', 'it can be worked in again'),
] as const;
