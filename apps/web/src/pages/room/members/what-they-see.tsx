import type { Group, Room } from '@strongroom/client';
import type { ReactNode } from 'react';
import { plural } from '../../../base/format.ts';
import { Classification } from '../../../design/classification.tsx';
import { Address, Badge } from '../../../design/text.tsx';
import { useFolders } from '../base/room-files.ts';
import { MAX_FOLDERS } from '../moving/folder-picker.tsx';
import { restrictedSight } from './restricted-sight.ts';
import type { NewMember } from './sight-of-new.ts';

const SHOWN = 8;

type Props = Readonly<{
  room: Room;
  people: readonly NewMember[];
  newcomers: 'outside' | 'colleague' | 'known';
  /** The groups that they come into. */
  groups: readonly Group[];
  isOwner: boolean;
}>;

/** Lists, before anything is sent, what each person would see of the room. */
export function WhatTheySee({ room, people, newcomers, groups, isOwner }: Props): ReactNode {
  const folders = useFolders(room.id, MAX_FOLDERS, people.length > 0).data?.items ?? [];
  const isSeen = people.some(({ seesNothing }) => !seesNothing);
  const restricted = isOwner || !isSeen ? undefined : restrictedSight(folders, groups);
  if (people.length === 0) return null;
  return (
    <section className="form" aria-label="What they will see">
      <ul className="lines">
        {people.slice(0, SHOWN).map(({ email, name, user, clearance, seesNothing }) => (
          <li key={email} className="row">
            <span className="grow upload-name">
              {name === email ? <Address of={email} /> : <bdi>{name}</bdi>}{' '}
              {user === undefined && newcomers !== 'known' && (
                <Badge tone="accent">{newcomers === 'outside' ? 'new, outside' : 'new colleague'}</Badge>
              )}
              {user?.external === true && <Badge tone="accent">outside</Badge>}
            </span>
            {seesNothing ? (
              <Badge tone="warn">sees nothing</Badge>
            ) : clearance === undefined ? (
              <span className="soft">sees the room up to their clearance</span>
            ) : (
              <span className="short">
                sees files up to <Classification label={clearance} isShort />
              </span>
            )}
          </li>
        ))}
      </ul>
      {people.length > SHOWN && <p className="soft">and {plural(people.length - SHOWN, 'other')}</p>}
      {restricted !== undefined && <p className="soft">{restricted}</p>}
    </section>
  );
}
