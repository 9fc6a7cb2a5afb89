import type { Room, File as RoomFile } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { columnOfOrder, orderAfterPress, orderRows, rowsWithWords } from '../../../base/list-view.ts';
import { may } from '../../../base/may.ts';
import { useLabels } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { Classification } from '../../../design/classification.tsx';
import { Button, Field, Select } from '../../../design/controls.tsx';
import { Dialog, DialogEnd } from '../../../design/layers.tsx';
import { type Column, Table } from '../../../design/table.tsx';
import { Badge, Failure, Loading, Notice } from '../../../design/text.tsx';
import { ROOM_ROLES, roomRole } from '../../room-roles.ts';
import { rankIn, type Sight, useEffective, useSight } from '../../sight.ts';
import { useFolders } from '../base/room-files.ts';
import { DecisionReasons } from '../members/decision-reasons.tsx';
import { type MemberStanding, rightInWords } from '../members/rights-in-words.ts';
import { gatesTo, type Opening, openingOf } from '../members/who-opens.ts';
import { MAX_FOLDERS } from '../moving/folder-picker.tsx';

/** `isFolder`: a folder, with its path as `folder` and the label of the room. */
type Thing = Pick<RoomFile, 'id' | 'name' | 'folder' | 'classification'> & Readonly<{ isFolder?: boolean }>;
type Props = Readonly<{ file: Thing; room: Room; onClose: () => void }>;
type Row = Sight & Readonly<{ opening: Opening; answer: Opening['answer'] | 'invited' }>;

const answersFor = (isFolder: boolean) => [
  { id: 'all', name: 'All members' },
  { id: 'yes', name: isFolder ? 'See it' : 'Can open it' },
  { id: 'invited', name: 'Invited' },
  { id: 'no', name: 'Do not see it' },
];
const ORDERS = [
  { id: 'name', name: 'By name' },
  { id: 'role', name: 'By role' },
  { id: '-opens', name: 'By answer' },
] as const;
/** Fewer are seen at a glance. */
const FIND_FROM = 6;
const RANKS = { yes: 4, invited: 3, cleared: 2, hidden: 1, no: 0 } as const;

/** The members of a room, whether each can open a file, or sees a folder, and by what, and on demand the rules that decide it. */
export function WhoSees({ file, room, onClose }: Props): ReactNode {
  const isFolder = file.isFolder === true;
  const rows = useOpenings(file, room);
  const [asked, setAsked] = useState<string>();
  const [sought, setSought] = useState('');
  const [answer, setAnswer] = useState<string>('all');
  const [order, setOrder] = useState('name');
  const columns: readonly Column<Row>[] = [
    {
      id: 'name',
      head: 'Person',
      key: ({ name }) => name,
      cell: ({ name, member, clearance, opening }) => (
        <>
          <strong>{name}</strong>
          <div className="soft whole-words">{opening.why}</div>
          {asked === member.user_id && (
            <Reasons
              file={file}
              roomId={room.id}
              userId={asked}
              asked={{ role: member.role, clearance, roomLabel: room.classification }}
            />
          )}
        </>
      ),
    },
    {
      id: 'role',
      head: 'Role',
      isShort: true,
      key: ({ member }) => -ROOM_ROLES.findIndex(({ id }) => id === member.role),
      cell: ({ member }) => roomRole(member.role)?.name,
    },
    {
      id: 'clearance',
      head: 'Clearance',
      isShort: true,
      key: ({ clearance = '' }) => clearance,
      cell: ({ clearance }) => clearance !== undefined && <Classification label={clearance} isShort />,
    },
    {
      id: 'opens',
      head: isFolder ? 'This folder' : 'This file',
      isShort: true,
      key: ({ answer: given }) => RANKS[given],
      cell: ({ answer: given }) => <Answer of={given} isFolder={isFolder} />,
    },
  ];
  const fitting = (rows ?? []).filter((row) => answer === 'all' || row.answer === answer);
  const key = columns.find(({ id }) => id === columnOfOrder(order))?.key;
  const found = orderRows(rowsWithWords(fitting, sought, wordsOf), key, order);
  const count = (wanted: Row['answer']): number => (rows ?? []).filter((row) => row.answer === wanted).length;
  const invited = count('invited');
  const title = isFolder ? isolateNames`Who sees ${file.name}?` : isolateNames`Who can open ${file.name}?`;
  return (
    <Dialog title={title} isOpen onClose={onClose} isWide>
      {rows === undefined && <Loading what="the members" />}
      {rows && (
        <>
          <p role="status">
            <strong>{plural(count('yes'), 'member')}</strong> of {rows.length} {isFolder ? 'can see it' : 'can open it'}
            {invited > 0 && `, and ${plural(invited, 'invited person', 'invited people')} once they have an account`}
            {found.length < rows.length && `. ${plural(found.length, 'is', 'are')} shown`}.
          </p>
          {rows.length >= FIND_FROM && (
            <div className="row list-tools">
              <div className="grow">
                <Field
                  label="Find a member"
                  hideLabel
                  placeholder="Name, group or reason"
                  type="search"
                  value={sought}
                  onChange={setSought}
                />
              </div>
              <Select label="Show" hideLabel value={answer} options={answersFor(isFolder)} onChange={setAnswer} />
              <div className="narrow-only">
                <Select label="Order" hideLabel value={order} options={ORDERS} onChange={setOrder} />
              </div>
            </div>
          )}
          <Table
            label="Members and this file"
            columns={columns}
            rows={found}
            idOf={({ member }) => member.user_id}
            order={order}
            onOrder={(column) => setOrder(orderAfterPress(order, column))}
            actions={({ member, name }) =>
              may(member, 'access.room.explain') && (
                <Button
                  kind="quiet"
                  label={`Why? ${name}`}
                  isExpanded={asked === member.user_id}
                  onPress={() => setAsked(asked === member.user_id ? undefined : member.user_id)}
                >
                  Why?
                </Button>
              )
            }
          />
        </>
      )}
      {!may(room, 'room.members.see_all') && <Notice>This room shows its other members to owners only.</Notice>}
      <DialogEnd onPress={onClose} />
    </Dialog>
  );
}

const wordsOf = ({ name, member, opening }: Row): string =>
  [name, roomRole(member.role)?.name, opening.why, ...(member.groups ?? []).map((group) => group.name)].join(' ');

function useOpenings(file: Thing, room: Room): readonly Row[] | undefined {
  const labels = useLabels().data ?? [];
  const sight = useSight(room.id);
  const folders = useFolders(room.id, MAX_FOLDERS);
  const needed = useEffective(room)(file.classification);
  if (folders.data === undefined && folders.error === null) return undefined;
  const gates = gatesTo(file.folder, folders.data?.items ?? []);
  return sight?.map((one) => {
    const isCleared = rankIn(labels, one.clearance ?? '') >= needed;
    const opening = openingOf({ ...one, needed: labels[needed]?.label ?? '', isCleared, gates });
    const answer = opening.answer === 'yes' && one.isInvited ? 'invited' : opening.answer;
    return { ...one, opening, answer };
  });
}

const Answer = ({ of: answer, isFolder }: Readonly<{ of: Row['answer']; isFolder: boolean }>): ReactNode => {
  if (answer === 'invited') return <Badge title="They have not accepted their invitation">invited</Badge>;
  if (answer === 'hidden') return <Badge>hidden from you</Badge>;
  if (answer === 'cleared') return <Badge>cleared for it</Badge>;
  return answer === 'yes' ? (
    <Badge tone="good">{isFolder ? 'sees it' : 'can open it'}</Badge>
  ) : (
    <Badge tone="warn">does not see it</Badge>
  );
};

/** The answer of the policy that decides. */
function Reasons({
  file,
  roomId,
  userId,
  asked,
}: Readonly<{ file: Thing; roomId: string; userId: string; asked: MemberStanding }>): ReactNode {
  const answer = useQuery({
    queryKey: ['explain', file.id, userId],
    queryFn: () =>
      service.audit.explain({
        user_id: userId,
        ...(file.isFolder === true
          ? { action: 'folder.get', room_id: roomId, folder_id: file.id }
          : { action: 'file.download', file_id: file.id }),
      }),
    staleTime: 0,
  });
  if (answer.isPending) return <Loading what="the reasons" rows={2} />;
  return (
    <>
      <Failure error={answer.error} />
      {answer.data && (
        <DecisionReasons
          words={rightInWords(answer.data, { ...asked, fileLabel: file.classification })}
          reasons={answer.data.reasons}
        />
      )}
    </>
  );
}
