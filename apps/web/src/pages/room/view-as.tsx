import type { ExplainBody, Member, Room } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { service } from '../../base/service.ts';
import { Button } from '../../design/controls.tsx';
import { Icon } from '../../design/icons.tsx';
import { Dialog } from '../../design/layers.tsx';
import { Failure, Loading, Notice } from '../../design/text.tsx';

const ASKED: readonly (readonly [action: ExplainBody['action'], name: string])[] = [
  ['room.see', 'See the room'],
  ['file.list', 'List its files'],
  ['file.upload', 'Add files'],
  ['room.members.list', 'See its members'],
  ['room.members.add', 'Add members'],
  ['room.archive', 'Archive the room'],
  ['room.delete', 'Destroy the room'],
];

type Props = Readonly<{ room: Room; member: Member; onClose: () => void }>;

/** The answers of the policy that decides. They hold rights and reasons, no keys. */
export function ViewAs({ room, member, onClose }: Props): ReactNode {
  const answers = useQuery({
    queryKey: ['explain', room.id, member.user_id],
    queryFn: () =>
      Promise.all(
        ASKED.map(([action]) => service.audit.explain({ user_id: member.user_id, action, room_id: room.id })),
      ),
    staleTime: 0,
  });
  return (
    <Dialog title={`What ${member.name || 'this member'} can do here`} isOpen onClose={onClose} isWide>
      <Failure error={answers.error} />
      {answers.isPending && <Loading what="the answers" rows={7} />}
      {answers.data && (
        <table className="list" aria-label="Rights">
          <tbody>
            {answers.data.map((answer, index) => (
              <tr key={answer.action}>
                <td>
                  <span className="row">
                    <Icon name={answer.effect === 'allow' ? 'check' : 'close'} />
                    {ASKED[index]?.[1]}
                  </span>
                </td>
                <td>
                  <strong>{answer.effect === 'allow' ? 'Yes' : 'No'}</strong>
                  <div className="soft">
                    {answer.reasons
                      .filter(({ holds }) => holds === (answer.effect === 'allow'))
                      .map(({ text }) => text)
                      .join('; ')}
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Notice>
        These are the answers of the rules that decide, at this moment. Files above a member’s clearance do not exist
        for them.
      </Notice>
      <div className="dialog-actions">
        <Button kind="primary" onPress={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
