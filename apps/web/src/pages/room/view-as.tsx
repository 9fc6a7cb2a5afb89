import type { ExplainBody, Member, Room } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { number, plural } from '../../base/format.ts';
import { isolating } from '../../base/isolating.ts';
import { may } from '../../base/may.ts';
import { useLabels } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Classification } from '../../design/classification.tsx';
import { Button } from '../../design/controls.tsx';
import { FileName } from '../../design/file-name.tsx';
import { Dialog } from '../../design/layers.tsx';
import { Badge, Failure, Loading, Notice } from '../../design/text.tsx';
import { useNames } from '../people-data.ts';
import { aboutThem, rankIn, useEffective, useSight } from '../sight.ts';
import { WHOLE_ROOM } from './listing.ts';
import { useFiles } from './room-files.ts';

const ASKED: readonly (readonly [action: ExplainBody['action'], name: string])[] = [
  ['room.see', 'See the room'],
  ['file.list', 'List its files'],
  ['file.upload', 'Add files'],
  ['room.members.list', 'See its members'],
  ['room.members.add', 'Add members'],
  ['room.archive', 'Archive the room'],
  ['room.delete', 'Destroy the room'],
];

type Answer = Awaited<ReturnType<typeof service.audit.explain>>;
type Props = Readonly<{ room: Room; member: Member; onClose: () => void }>;

/** The room as a member sees it: the answers of the policy that decides, without keys, and the files. Each look is recorded. */
export function ViewAs({ room, member, onClose }: Props): ReactNode {
  const nameOf = useNames();
  const answers = useQuery({
    queryKey: ['explain', room.id, member.user_id],
    queryFn: () =>
      Promise.all(
        ASKED.map(([action]) => service.audit.explain({ user_id: member.user_id, action, room_id: room.id })),
      ),
    staleTime: 0,
  });
  return (
    <Dialog
      title={isolating`What ${member.name || nameOf(member.user_id)} can do here`}
      isOpen
      onClose={onClose}
      isWide
    >
      <Failure error={answers.error} />
      {answers.isPending && <Loading what="the answers" rows={7} />}
      {answers.data?.some(({ action, effect }) => action === 'file.list' && effect === 'allow') && (
        <FilesSeen room={room} member={member} />
      )}
      {answers.data && (
        <table className="list list-top" aria-label="Rights">
          <tbody>
            {answers.data.map((answer, index) => (
              <tr key={answer.action}>
                <td>
                  <strong>{ASKED[index]?.[1]}</strong>
                  <Why answer={answer} />
                </td>
                <td className="actions">
                  {answer.effect === 'allow' ? <Badge tone="good">Yes</Badge> : <Badge tone="warn">No</Badge>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Notice>
        These are the answers of the rules that decide, at this moment; a rule that is not met is listed. The log
        records that you asked.
      </Notice>
      <div className="dialog-actions">
        <Button kind="primary" onPress={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

const LISTED = 200;
const COMPARED = 2000;

/** Files of the room, of those that the caller sees, by whether the member does. */
function FilesSeen({ room, member }: Readonly<{ room: Room; member: Member }>): ReactNode {
  const labels = useLabels().data ?? [];
  const needed = useEffective(room);
  const clearance = useSight(room.id)?.find((one) => one.member.user_id === member.user_id)?.clearance;
  const found = useFiles(room.id, WHOLE_ROOM, () => COMPARED, may(room, 'file.list')).data;
  if (clearance === undefined || found === undefined) return null;
  const rank = rankIn(labels, clearance);
  const { items: files, total, cursor } = found;
  const seen = files.filter(({ classification }) => needed(classification) <= rank);
  const hidden = files.filter(({ classification }) => needed(classification) > rank);
  const all = cursor === null ? plural(total, 'file') : `newest ${plural(files.length, 'file')}`;
  return (
    <section className="form">
      <h3>Files</h3>
      <p>
        {hidden.length === 0
          ? `They see all of the ${all} that you see here.`
          : `They see ${number(seen.length)} of the ${all} that you see here. The others do not exist for them:`}
      </p>
      <ul className="lines" aria-label="Files they do not see">
        {hidden.slice(0, LISTED).map((file) => (
          <li key={file.id} className="row">
            <span className="grow upload-name">
              <FileName name={file.folder === '' ? file.name : `${file.folder}/${file.name}`} />
            </span>
            <Classification label={file.classification} isShort />
          </li>
        ))}
      </ul>
      {hidden.length > LISTED && <p className="soft">and {number(hidden.length - LISTED)} more</p>}
    </section>
  );
}

/** The rules that refuse. A person who may has met them all. */
const Why = ({ answer: { effect, reasons } }: Readonly<{ answer: Answer }>): ReactNode =>
  effect === 'allow' ? null : (
    <ul className="reasons soft">
      {reasons
        .filter(({ holds }) => !holds)
        .map(({ text }) => (
          <li key={text}>Not met: {aboutThem(text)}</li>
        ))}
    </ul>
  );
