import type { Decision, Member, Room } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatNumber, plural } from '../../../base/format.ts';
import { useGrowing } from '../../../base/growing-list.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { listNames } from '../../../base/list-names.ts';
import { may } from '../../../base/may.ts';
import { service } from '../../../base/service.ts';
import { Classification } from '../../../design/classification.tsx';
import { Button } from '../../../design/controls.tsx';
import { FileName } from '../../../design/file-name.tsx';
import { Dialog, DialogEnd } from '../../../design/layers.tsx';
import { Badge, Failure, Loading, Notice } from '../../../design/text.tsx';
import { useNames, usePeople } from '../../people-data.ts';
import { WHOLE_ROOM } from '../base/listing.ts';
import { useFiles, useFolders } from '../base/room-files.ts';
import { foldersToAddTo } from '../groups/group-rights.ts';
import { filesAs, RoomAs } from '../groups/room-as.tsx';
import { MAX_FOLDERS } from '../moving/folder-picker.tsx';
import { DecisionReasons } from './decision-reasons.tsx';
import { type ExplainedRight, lacksOnlyRight, rightInWords } from './rights-in-words.ts';

const ASKED: readonly (readonly [action: ExplainedRight, name: string])[] = [
  ['room.see', 'See the room'],
  ['file.list', 'List its files'],
  ['file.upload', 'Add files'],
  ['file.delete_many', 'Delete files'],
  ['package.create', 'Make links'],
  ['room.members.list', 'See its members'],
  ['room.members.add', 'Add members'],
  ['room.archive', 'Archive the room'],
  ['room.delete', 'Destroy the room'],
];

type Props = Readonly<{ room: Room; member: Member; onClose: () => void }>;

/** The room as a member sees it: the answers of the policy that decides, without keys, and the files. Each look is recorded. */
export function ViewAs({ room, member, onClose }: Props): ReactNode {
  const nameOf = useNames();
  const clearance = usePeople().data?.find(({ id }) => id === member.user_id)?.effective_clearance;
  const folders = useFolders(room.id, MAX_FOLDERS).data?.items ?? [];
  const places = foldersToAddTo(folders, member.groups ?? []);
  const answers = useQuery({
    queryKey: ['explain', room.id, member.user_id],
    queryFn: () =>
      Promise.all(
        ASKED.map(([action]) => service.audit.explain({ user_id: member.user_id, action, room_id: room.id })),
      ),
    staleTime: 0,
  });
  const effectOf = (asked: ExplainedRight) => answers.data?.find(({ action }) => action === asked)?.effect;
  const mayList = effectOf('file.list') === 'allow';
  const file = useTheirFiles({ room, member }, mayList).data?.items[0];
  // A right on files is one on a file that they see.
  const download = useQuery({
    queryKey: ['explain', room.id, member.user_id, file?.id],
    queryFn: () => service.audit.explain({ user_id: member.user_id, action: 'file.download', file_id: file?.id ?? '' }),
    enabled: file !== undefined,
    staleTime: 0,
  });
  const rows = (answers.data ?? []).flatMap((answer, index) => {
    const row = { name: ASKED[index]?.[1], answer };
    const isBeforeDownload = answer.action === 'file.list' && download.data !== undefined;
    return isBeforeDownload ? [row, { name: 'Open, download and print them', answer: download.data }] : [row];
  });
  const addsInPlaces = places.length > 0 && answers.data?.some(isUploadElsewhere) === true;
  return (
    <Dialog
      title={isolateNames`What ${member.name || nameOf(member.user_id)} can do here`}
      isOpen
      onClose={onClose}
      isWide
    >
      <Failure error={answers.error} />
      {answers.isPending && <Loading what="the answers" rows={7} />}
      {mayList && <FilesSeen room={room} member={member} />}
      {rows.length > 0 && (
        <table className="list list-top" aria-label="Rights">
          <tbody>
            {rows.map(({ name, answer }) => {
              const isPartly = addsInPlaces && IN_PLACES.has(answer.action);
              return (
                <tr key={answer.action}>
                  <td>
                    <strong>{name}</strong>
                    <DecisionReasons
                      words={
                        isPartly
                          ? isolateNames`Only in: ${listNames(places)}`
                          : rightInWords(answer, { role: member.role, clearance, roomLabel: room.classification })
                      }
                      reasons={answer.reasons}
                    />
                  </td>
                  <td className="actions">
                    {answer.effect === 'allow' && !isPartly && <Badge tone="good">Yes</Badge>}
                    {isPartly && <Badge tone="warn">In part</Badge>}
                    {answer.effect !== 'allow' && !isPartly && <Badge tone="warn">No</Badge>}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <Notice>These are the answers of the rules that decide, at this moment. The log records that you asked.</Notice>
      <DialogEnd onPress={onClose} />
    </Dialog>
  );
}

/** Rights that a folder gives a member who has them nowhere else. */
const IN_PLACES: ReadonlySet<string> = new Set<ExplainedRight>(['file.upload', 'file.delete_many']);

const isUploadElsewhere = (answer: Decision): boolean => answer.action === 'file.upload' && lacksOnlyRight(answer);

const LISTED = 200;
const COMPARED = 2000;

/** The first files that a member sees, as the caller may ask for them. */
const useTheirFiles = (
  { room, member }: Readonly<{ room: Room; member: Member }>,
  isWanted: boolean,
  most = COMPARED,
) =>
  useGrowing(filesAs({ room, viewAs: { as_member: member.user_id } }), () => most, isWanted && mayLookAs(room, member));

const mayLookAs = (room: Room, member: Member): boolean =>
  may(room, 'room.sight') && may(member, 'access.room.explain') && member.expired !== true;

/**
 * The numbers of files that the caller and the member see in the room, and those of the first `most` that the member does not see.
 * Undefined while they are read, and if the caller may not ask.
 */
function useSeenBy({ room, member }: Readonly<{ room: Room; member: Member }>, most: number) {
  const mine = useFiles(room.id, WHOLE_ROOM, () => most, mayLookAs(room, member)).data;
  const theirs = useTheirFiles({ room, member }, true, most).data;
  if (mine === undefined || theirs === undefined) return undefined;
  // Those of a longer list are compared as far as both were read.
  const isWhole = theirs.cursor === null;
  const seen = new Set(theirs.items.map(({ id }) => id));
  return {
    mine: mine.total,
    theirs: theirs.total,
    hidden: isWhole ? mine.items.filter(({ id }) => !seen.has(id)) : [],
    isWhole: isWhole && mine.cursor === null,
  };
}

type Shown = Readonly<{ room: Room; member: Member; name: string }>;

/** The room itself as a member sees it, and why. */
export function RoomAsMember({ room, member, name }: Shown): ReactNode {
  const [isAsking, setAsking] = useState(false);
  // The banner needs the totals, which come with the first page.
  const seen = useSeenBy({ room, member }, 1);
  return (
    <>
      <RoomAs
        room={room}
        viewAs={{ as_member: member.user_id }}
        back="Back to the members"
        actions={<Button onPress={() => setAsking(true)}>Why?</Button>}
      >
        The room as <bdi>{name}</bdi> sees it
        {seen === undefined
          ? '.'
          : `: ${formatNumber(seen.theirs)} of the ${plural(seen.mine, 'file')} that you see here.`}
      </RoomAs>
      {isAsking && <ViewAs room={room} member={member} onClose={() => setAsking(false)} />}
    </>
  );
}

/** The files that a member does not see, of those that the caller sees. */
function FilesSeen({ room, member }: Readonly<{ room: Room; member: Member }>): ReactNode {
  const found = useSeenBy({ room, member }, COMPARED);
  if (found === undefined) return null;
  const { mine, theirs, hidden } = found;
  return (
    <section className="form">
      <h3>Files</h3>
      <p>
        {theirs >= mine
          ? `They see all of the ${plural(mine, 'file')} that you see here.`
          : `They see ${formatNumber(theirs)} of the ${plural(mine, 'file')} that you see here. ${others(found)}`}
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
      {hidden.length > LISTED && <p className="soft">and {formatNumber(hidden.length - LISTED)} more</p>}
    </section>
  );
}

const others = ({ hidden, isWhole }: Readonly<{ hidden: readonly unknown[]; isWhole: boolean }>): string => {
  if (hidden.length === 0) return 'The others do not exist for them.';
  return isWhole ? 'The others do not exist for them:' : 'The others do not exist for them; the newest of these:';
};
