import { defineCommand, JSON_OPTION, printOne, printOptionsOf } from '@strongroom/command-line';
import { NEWS_LEVELS, type NewsLevel } from '@strongroom/domain';
import { signedIn } from '../../account/session.ts';
import { roomNamed } from '../../naming/rooms.ts';

const isLevel = (text: string | undefined): text is NewsLevel => NEWS_LEVELS.some((level) => level === text);

export const notifications = defineCommand({
  name: 'notifications',
  summary: 'Show or choose the mails with news that you get.',
  details: 'Without LEVEL and --time-zone nothing changes.',
  operands: [
    {
      name: 'LEVEL',
      text: 'at_once, daily, weekly or none; `default` takes the choice above: yours for all rooms, or that of the operator.',
      choices: [...NEWS_LEVELS, 'default'],
      isOptional: true,
    },
  ],
  options: {
    room: { value: 'ROOM', text: 'Only for this room.', completes: 'rooms' },
    'time-zone': { value: 'ZONE', text: 'Your time zone, for mails in the morning: Europe/Berlin.' },
    ...JSON_OPTION,
  },
  examples: [
    ['notifications', 'shows your choice'],
    ['notifications daily --time-zone Europe/Berlin', 'one mail in the morning'],
    ['notifications none --room Falcon', 'no mail about one room'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { client, signal } = session;
    const asked = given.maybe('LEVEL');
    const level = isLevel(asked) ? asked : null;
    const name = given.text('room');
    const zone = given.text('time-zone');
    const how = printOptionsOf(given, world);
    if (zone !== undefined || (name === undefined && asked !== undefined)) {
      const ofAll = name === undefined && asked !== undefined ? { level } : {};
      await client.account.editNotifications({ ...ofAll, time_zone: zone }, { signal });
    }
    if (name === undefined) {
      printOne(how, await client.account.notifications({ signal }), [
        ['choice', ({ level: own }) => own ?? 'default'],
        ['mails', ({ applies }) => applies],
        ['time zone', ({ time_zone: own }) => own],
      ]);
      return 0;
    }
    const { id } = await roomNamed(session, name);
    const found =
      asked === undefined
        ? await client.rooms.notifications(id, { signal })
        : await client.rooms.editNotifications(id, { level }, { signal });
    printOne(how, found, [
      ['choice', ({ level: own }) => own ?? 'default'],
      ['mails', ({ applies }) => applies],
    ]);
    return 0;
  },
});
