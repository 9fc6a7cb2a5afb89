import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { formatNumber, plural } from '../../base/format.ts';
import { isolateNames } from '../../base/isolating.ts';
import { wereListed } from '../../base/listed-rooms.ts';
import { useMyself } from '../../base/me.ts';
import { goTo, useAddress } from '../../base/router.tsx';
import { leavePage } from '../../base/unsaved.ts';
import { Button } from '../../design/controls.tsx';
import { FileName } from '../../design/file-name.tsx';
import { Icon } from '../../design/icons.tsx';
import { Dialog } from '../../design/layers.tsx';
import { Badge, Progress } from '../../design/text.tsx';
import { useRooms } from '../../pages/rooms-data.ts';
import {
  commandGroup,
  type Destination,
  eachOnce,
  fileGroups,
  type Group,
  pageGroup,
  pagesOfRoom,
  presentRoom,
  recentFiles,
  recentRooms,
  roomAt,
  roomGroup,
} from './destinations.ts';
import { openedAt } from './opened-at.ts';
import { usePlacesInRoom } from './places-in-room.ts';
import { roomsToSearch } from './ranking.ts';
import { useFoundFiles, useFurtherRooms } from './use-found-files.ts';
import { useRecentFiles } from './use-recent-files.ts';
import './go-to-dialog.css';

const LONGEST = 200;
const FURTHER = 'further';

type Props = Readonly<{
  /** The words, which may be typed before the dialog comes. */
  sought: string;
  onSought: (sought: string) => void;
  /** Called when the field has the focus, and with it the keys. */
  onField: () => void;
  onClose: () => void;
}>;

/** Finds rooms, pages, folders, files, people and commands of the page by their names, and goes there. */
export function GoToDialog({ sought, onSought, onField, onClose }: Props): ReactNode {
  const me = useMyself();
  const id = useId();
  const presentId = roomAt(useAddress().pathname);
  const present = presentRoom(presentId);
  const [chosen, setChosen] = useState<string>();
  const listed = useRooms().data;
  const rooms = listed ?? [];
  const known = present === undefined ? rooms : [present, ...rooms.filter((room) => room.id !== present.id)];
  const searched = roomsToSearch(known, { present: presentId, openedAt, isListed: wereListed });
  const { found, silent, isDone } = useFoundFiles(searched, sought);
  const words = sought.trim();
  const further = useFurtherRooms(rooms, searched, sought);
  const files = fileGroups([...found, ...further.found], words);
  const inRoom = usePlacesInRoom(me, present, sought);
  const commands = commandGroup(me, sought);
  const pages = [...pagesOfRoom(present, sought), pageGroup(me, sought)];
  const places = [roomGroup(rooms, sought), ...pages];
  const recent = useRecentFiles(rooms, words === '');
  const groups = (
    words === ''
      ? eachOnce([recentRooms(rooms, presentId), recentFiles(recent), ...files, commands, ...places])
      : [roomGroup(rooms, sought), commands, ...pages, ...inRoom, ...files, wayFurther(further, words)]
  ).filter(({ destinations }) => destinations.length > 0);
  const all = groups.flatMap(({ destinations }) => destinations);
  const count = groups.reduce(
    (sum, { destinations, total }) => sum + (total ?? destinations.filter((one) => one.id !== FURTHER).length),
    0,
  );
  const pointed = all.findIndex((destination) => destination.id === chosen);
  // Without words the rooms that were opened last are first, and nothing is chosen before they are read.
  const at = pointed === -1 && (words !== '' || listed !== undefined) ? 0 : pointed;
  const active = all[at];
  const optionId = (destination: Destination): string => `${id}-${destination.id}`;
  const open = ({ to, run }: Destination): void => {
    if (to === undefined && run === undefined) {
      further.begin();
      return;
    }
    onClose();
    if (to === undefined) run?.();
    else leavePage(() => goTo(to));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || all.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen(all.at((Math.max(at, step === 1 ? -1 : 0) + step) % all.length)?.id);
    else if (event.key === 'Enter' && active !== undefined) open(active);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Go to" isOpen onClose={onClose}>
      <TextField
        className="field go-to-field"
        value={sought}
        onChange={(text) => {
          onSought(text);
          setChosen(undefined);
        }}
        maxLength={LONGEST}
        autoComplete="off"
        autoFocus
        onFocus={onField}
      >
        <Label className="hidden-visually">Room, file, folder, person or command</Label>
        <Input
          className="input"
          type="text"
          role="combobox"
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active)}
          placeholder="Name of a room, file, folder, person or command"
          spellCheck={false}
          onKeyDown={onKeyDown}
        />
      </TextField>
      <div className="go-to-list" id={`${id}-list`} role="listbox" aria-label="Places to go to">
        {groups.map(({ title, destinations }, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- rooms may share a name
          <div key={`${place} ${title}`} role="group" aria-labelledby={`${id}-group-${place}`}>
            <div className="go-to-title" id={`${id}-group-${place}`}>
              {title}
            </div>
            {destinations.map((destination) => (
              <Option
                key={destination.id}
                id={optionId(destination)}
                destination={destination}
                sought={destination.id === FURTHER ? '' : words}
                isActive={destination === active}
                onOpen={() => open(destination)}
              />
            ))}
          </div>
        ))}
      </div>
      <div className="row go-to-state">
        <p className="soft grow" role="status">
          {stateOf({ count, isDone, silent: silent + further.silent, isSought: words !== '', further })}
        </p>
        {further.isRunning && (
          <Button kind="quiet" onPress={further.stop}>
            Stop
          </Button>
        )}
      </div>
      {further.isRunning && <Progress label="Rooms looked through" part={further.asked / further.of} />}
      {further.of === 0 && <p className="soft">{explained(searched.map(({ name }) => name))}</p>}
    </Dialog>
  );
}

type Further = ReturnType<typeof useFurtherRooms>;
type State = Readonly<{ count: number; isDone: boolean; silent: number; isSought: boolean; further: Further }>;

function stateOf({ count, isDone, silent, isSought, further }: State): string {
  if (!isSought) return '';
  if (!isDone) return 'Looking for files…';
  if (further.isRunning) return `Looking in your rooms: ${formatNumber(further.asked)} of ${formatNumber(further.of)}…`;
  const missing = silent > 0 ? ` ${plural(silent, 'room')} did not answer.` : '';
  const where = further.of > 0 && further.left === 0 ? ' in all your rooms' : '';
  return `${count === 0 ? `Nothing of this name${where}.` : `${plural(count, 'place')} found${where}.`}${missing}`;
}

/** The way to look in the rooms that were not asked yet, a hundred at a time. */
function wayFurther({ isRunning, left, next, of }: Further, words: string): Group {
  const all = of === 0 ? `all your rooms (${formatNumber(left)} more)` : plural(left, 'more room');
  const name = isolateNames`Look for “${words}” in ${left === next ? all : plural(next, 'more room')}`;
  return {
    title: 'Other rooms',
    destinations: isRunning || left === 0 ? [] : [{ id: FURTHER, name, icon: 'search' }],
  };
}

const explained = (names: readonly string[]): string =>
  names.length === 0
    ? 'Files are looked for first in rooms that you opened with this browser.'
    : `Files are looked for first in ${names.join(', ')}.`;

type OptionProps = Readonly<{
  id: string;
  destination: Destination;
  sought: string;
  isActive: boolean;
  onOpen: () => void;
}>;

function Option({ id, destination, sought, isActive, onOpen }: OptionProps): ReactNode {
  const { name, icon, place, isArchived = false } = destination;
  const row = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <button
      type="button"
      className="item go-to-option"
      data-kind={icon}
      id={id}
      role="option"
      aria-selected={isActive}
      data-focused={isActive || undefined}
      ref={row}
      // The field has the focus and the keys.
      tabIndex={-1}
      onClick={onOpen}
    >
      <Icon name={icon} />
      <span className="go-to-words">
        <FileName name={name} sought={sought} />
        {place !== undefined && (
          <bdi className="soft cut" title={place}>
            {place}
          </bdi>
        )}
      </span>
      {isArchived && <Badge>archived</Badge>}
    </button>
  );
}
