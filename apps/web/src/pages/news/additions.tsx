import type { Room, File as RoomFile } from '@strongroom/client';
import type { ReactNode } from 'react';
import { folderAddress } from '../../base/file-address.ts';
import { formatDayName, formatNumber, plural, timeIn } from '../../base/format.ts';
import { dayOf } from '../activity/event-bursts.ts';
import { useNames } from '../people-data.ts';
import { NewFile } from './new-file.tsx';
import { type Addition, daysOfFiles } from './new-files.ts';

/** Files of one addition that are listed by name. */
const SHOWN = 5;

const dayName = (day: string): string => (day === dayOf(new Date().toISOString()) ? 'Today' : formatDayName(day));

/** New files of a room by day, with the people who added them and the folders that they are in. */
export const Additions = ({ room, files }: Readonly<{ room: Room; files: readonly RoomFile[] }>): ReactNode =>
  daysOfFiles(files).map(({ day, additions }) => (
    <div key={day} className="news-day">
      <h3>{dayName(day)}</h3>
      <ul className="plain">
        {additions.map((addition) => (
          <Added key={`${addition.by} ${addition.folder}`} room={room} {...addition} />
        ))}
      </ul>
    </div>
  ));

function Added({ room, by, folder, files }: Addition<RoomFile> & Readonly<{ room: Room }>): ReactNode {
  const nameOf = useNames();
  const place = (
    <a className="name" href={folderAddress(room.id, folder)}>
      <bdi>{folder === '' ? room.name : folder}</bdi>
    </a>
  );
  return (
    <li>
      <bdi>{nameOf(by)}</bdi> added {plural(files.length, 'file')} {folder === '' ? 'to' : 'in'} {place}
      {files[0] !== undefined && (
        <>
          , <time dateTime={files[0].uploaded_at}>{timeIn(files[0].uploaded_at)}</time>
        </>
      )}
      <ul className="plain news-files">
        {files.slice(0, SHOWN).map((file) => (
          <NewFile key={file.id} roomId={room.id} file={file} />
        ))}
        {files.length > SHOWN && (
          <li>
            <a href={folderAddress(room.id, folder)}>and {formatNumber(files.length - SHOWN)} more</a>
          </li>
        )}
      </ul>
    </li>
  );
}
