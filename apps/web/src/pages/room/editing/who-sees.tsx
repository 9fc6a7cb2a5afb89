import type { Room, File as RoomFile } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isolateNames } from '../../../base/isolating.ts';
import { may } from '../../../base/may.ts';
import { useLabels } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { Classification } from '../../../design/classification.tsx';
import { Button } from '../../../design/controls.tsx';
import { Dialog, DialogEnd } from '../../../design/layers.tsx';
import { Badge, Failure, Loading, Notice } from '../../../design/text.tsx';
import { inThirdPerson, rankIn, type Sight, useEffective, useSight } from '../../sight.ts';

type Props = Readonly<{ file: RoomFile; room: Room; onClose: () => void }>;

/** The members of a room, whether each can open a file, and on demand the rules that decide it. */
export function WhoSees({ file, room, onClose }: Props): ReactNode {
  const labels = useLabels().data ?? [];
  const sight = useSight(room.id);
  const needed = useEffective(room)(file.classification);
  const [asked, setAsked] = useState<string>();
  return (
    <Dialog title={isolateNames`Who can open ${file.name}?`} isOpen onClose={onClose} isWide>
      {sight === undefined && <Loading what="the members" />}
      {sight && (
        <table className="list list-rows" aria-label="Members and this file">
          <tbody>
            {sight.map((one) => (
              <tr key={one.member.user_id}>
                <td className="first">
                  <strong>{one.name}</strong>
                  {asked === one.member.user_id && <Reasons file={file} userId={asked} />}
                </td>
                <td className="wide-only">
                  {one.clearance !== undefined && <Classification label={one.clearance} isShort />}
                </td>
                <td className="short">
                  <CanOpen sight={one} isCleared={rankIn(labels, one.clearance ?? '') >= needed} />
                </td>
                <td className="actions">
                  {may(one.member, 'access.room.explain') && asked !== one.member.user_id && (
                    <Button kind="quiet" label={`Why? ${one.name}`} onPress={() => setAsked(one.member.user_id)}>
                      Why?
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!may(room, 'room.members.see_all') && <Notice>This room shows its other members to owners only.</Notice>}
      <DialogEnd onPress={onClose} />
    </Dialog>
  );
}

const CanOpen = ({ sight, isCleared }: Readonly<{ sight: Sight; isCleared: boolean }>): ReactNode =>
  sight.clearance === undefined ? (
    <Badge>hidden from you</Badge>
  ) : isCleared && sight.member.effective_access === 'full' ? (
    <Badge tone="good">can open it</Badge>
  ) : (
    <Badge tone="warn">does not see it</Badge>
  );

/** The answer of the policy that decides. */
function Reasons({ file, userId }: Readonly<{ file: RoomFile; userId: string }>): ReactNode {
  const answer = useQuery({
    queryKey: ['explain', file.id, userId],
    queryFn: () => service.audit.explain({ user_id: userId, action: 'file.download', file_id: file.id }),
    staleTime: 0,
  });
  if (answer.isPending) return <Loading what="the reasons" rows={2} />;
  return (
    <>
      <Failure error={answer.error} />
      <ul className="reasons">
        {answer.data?.reasons
          .filter(({ holds }) => holds === (answer.data.effect === 'allow'))
          .map(({ text }) => (
            <li key={text} className="soft">
              {inThirdPerson(text)}
            </li>
          ))}
      </ul>
    </>
  );
}
