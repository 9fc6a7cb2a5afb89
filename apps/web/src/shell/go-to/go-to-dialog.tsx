import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { plural } from '../../base/format.ts';
import { wereListed } from '../../base/listed-rooms.ts';
import { useMyself } from '../../base/me.ts';
import { goTo, useAddress } from '../../base/router.tsx';
import { leavePage } from '../../base/unsaved.ts';
import { FileName } from '../../design/file-name.tsx';
import { Icon } from '../../design/icons.tsx';
import { Dialog } from '../../design/layers.tsx';
import { Badge } from '../../design/text.tsx';
import { useRooms } from '../../pages/rooms-data.ts';
import {
  type Destination,
  fileGroups,
  openedAt,
  pageGroup,
  pagesOfRoom,
  presentRoom,
  roomAt,
  roomGroup,
} from './destinations.ts';
import { roomsToSearch } from './ranking.ts';
import { useFoundFiles } from './use-found-files.ts';
import './go-to-dialog.css';

const LONGEST = 200;

type Props = Readonly<{
  /** The words, which may be typed before the dialog comes. */
  sought: string;
  onSought: (sought: string) => void;
  /** Called when the field has the focus, and with it the keys. */
  onField: () => void;
  onClose: () => void;
}>;

/** Finds rooms, pages and files by their names, and goes there. */
export function GoToDialog({ sought, onSought, onField, onClose }: Props): ReactNode {
  const me = useMyself();
  const id = useId();
  const presentId = roomAt(useAddress().pathname);
  const present = presentRoom(presentId);
  const [chosen, setChosen] = useState<string>();
  const rooms = useRooms().data ?? [];
  const known = present === undefined ? rooms : [present, ...rooms.filter((room) => room.id !== present.id)];
  const searched = roomsToSearch(known, { present: presentId, openedAt, isListed: wereListed });
  const { found, silent, isDone } = useFoundFiles(searched, sought);
  const words = sought.trim();
  const files = fileGroups(found, words);
  const places = [roomGroup(rooms, sought), ...pagesOfRoom(present, sought), pageGroup(me, sought)];
  // The newest files are first where nothing is sought.
  const groups = (words === '' ? [...files, ...places] : [...places, ...files]).filter(
    ({ destinations }) => destinations.length > 0,
  );
  const all = groups.flatMap(({ destinations }) => destinations);
  const count = groups.reduce((sum, { destinations, total }) => sum + (total ?? destinations.length), 0);
  const pointed = all.findIndex((destination) => destination.id === chosen);
  // Files come later and move what is below them: without words nothing is chosen before an arrow.
  const at = pointed === -1 && words !== '' ? 0 : pointed;
  const active = all[at];
  const optionId = (destination: Destination): string => `${id}-${destination.id}`;
  const open = ({ to }: Destination): void => {
    onClose();
    leavePage(() => goTo(to));
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
        <Label className="hidden-visually">Room, page or file</Label>
        <Input
          className="input"
          type="text"
          role="combobox"
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active)}
          placeholder="Name of a room, a page or a file"
          spellCheck={false}
          onKeyDown={onKeyDown}
        />
      </TextField>
      <div className="go-to-list" id={`${id}-list`} role="listbox" aria-label="Places to go to">
        {groups.map(({ title, destinations }, place) => (
          <div key={title} role="group" aria-labelledby={`${id}-group-${place}`}>
            <div className="go-to-title" id={`${id}-group-${place}`}>
              {title}
            </div>
            {destinations.map((destination) => (
              <Option
                key={destination.id}
                id={optionId(destination)}
                destination={destination}
                isActive={destination === active}
                onOpen={() => open(destination)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className="soft go-to-state" role="status">
        {stateOf({ count, isDone, silent, isSought: words !== '' })}
      </p>
      <p className="soft">{explained(searched.map(({ name }) => name))}</p>
    </Dialog>
  );
}

type State = Readonly<{ count: number; isDone: boolean; silent: number; isSought: boolean }>;

function stateOf({ count, isDone, silent, isSought }: State): string {
  if (!isSought) return '';
  if (!isDone) return 'Looking for files…';
  const missing = silent > 0 ? ` ${plural(silent, 'room')} did not answer.` : '';
  return `${count === 0 ? 'Nothing of this name.' : `${plural(count, 'place')} found.`}${missing}`;
}

const explained = (names: readonly string[]): string =>
  names.length === 0
    ? 'Files are looked for in rooms that you have opened with this browser.'
    : `Files are looked for in ${names.join(', ')}: the open room, and at most four others that you opened last with this browser.`;

type OptionProps = Readonly<{ id: string; destination: Destination; isActive: boolean; onOpen: () => void }>;

function Option({ id, destination, isActive, onOpen }: OptionProps): ReactNode {
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
        <FileName name={name} />
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
