import { formatCount } from '@strongroom/command-line';
import { type Finding, warn } from '@strongroom/settings';

const SHOWN = 3;

/** Names rooms whose restricted folders keep groups apart while all members read each other's names. */
export function checkMeetings(rooms: readonly string[]): readonly Finding[] {
  if (rooms.length === 0) return [];
  const named = `${rooms.slice(0, SHOWN).join(', ')}${rooms.length > SHOWN ? ', …' : ''}`;
  return [
    warn(
      'members',
      `in ${formatCount(rooms.length, 'room')} folders are restricted to several groups, and all members read each other's names: ${named}`,
      'ask an owner of the room to choose in its settings who sees whom: owners and the own groups',
    ),
  ];
}
