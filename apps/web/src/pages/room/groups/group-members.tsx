import type { Group, Member, Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { rowsWithWords } from '../../../base/list-view.ts';
import { may } from '../../../base/may.ts';
import { service } from '../../../base/service.ts';
import { Button, Check, Field } from '../../../design/controls.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Loading, Notice } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { useNames, usePeople } from '../../people-data.ts';
import { roomRole } from '../../room-roles.ts';
import { useMembers } from '../../sight.ts';
import { changeEach, changeTogether } from '../base/change-each.ts';
import { compareNaturally } from '../base/folders.ts';
import { refreshAfterGroupChange } from './groups-data.ts';
import { isInGroup, toggledAll } from './in-group.ts';

type Props = Readonly<{ room: Room; group: Group; onClose: () => void }>;
type Choice = Readonly<{ member: Member; name: string; email: string }>;

/** Fewer are seen at a glance. */
const FIND_FROM = 8;

/** Ticks the members of the room who are in a group. */
export function GroupMembers({ room, group, onClose }: Props): ReactNode {
  const members = useMembers(room.id).data;
  const people = usePeople().data ?? [];
  const nameOf = useNames();
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [sought, setSought] = useState('');
  const [isOfNone, setOfNone] = useState(false);
  const emails = useMemo(() => new Map(people.map(({ id, email }) => [id, email ?? ''])), [people]);
  const choices = useMemo(
    () =>
      (members ?? [])
        .filter(({ expired }) => expired !== true)
        .map((member) => ({
          member,
          name: member.name || nameOf(member.user_id),
          email: emails.get(member.user_id) ?? '',
        }))
        .toSorted((one, other) => compareNaturally(one.name, other.name)),
    [members, emails, nameOf],
  );
  const concerned = choices.filter(({ member }) => changed.has(member.user_id));
  const added = concerned.filter(({ member }) => !isInGroup(member, group));
  const removed = concerned.filter(({ member }) => isInGroup(member, group));
  const save = useMutation({
    mutationFn: async () => {
      const refused = [...(await addAll(room, group, added)), ...(await removeEach(room, group, removed))];
      return refused.map(({ item: { name }, text }) => `${name}: ${text}`);
    },
    onSuccess: async (problems) => {
      await refreshAfterGroupChange(room.id);
      setChanged(new Set());
      setFailed(problems);
      if (problems.length > 0) return;
      toast(isolateNames`The members of ${group.name} are saved.`);
      onClose();
    },
  });
  const toggle = (id: string): void => {
    const next = new Set(changed);
    if (!next.delete(id)) next.add(id);
    setChanged(next);
  };
  const mayAdd = may(group, 'group.members.add');
  const found = rowsWithWords(
    choices.filter(({ member: { groups = [] } }) => !isOfNone || groups.length === 0),
    sought,
    ({ name, email }) => `${name} ${email}`,
  );
  const isTicked = ({ member }: Choice): boolean => isInGroup(member, group) !== changed.has(member.user_id);
  const concernable = found.filter((choice) => isTicked(choice) || !seesAll(choice));
  const isAllTicked = concernable.length > 0 && concernable.every(isTicked);
  const toggleFound = (): void =>
    setChanged(
      toggledAll(
        changed,
        concernable.map(({ member }) => member),
        { group, isAllTicked },
      ),
    );
  return (
    <FormDialog
      title={isolateNames`Members of ${group.name}`}
      action={actionOf(added.length, removed.length)}
      work={save}
      isDisabled={concerned.length === 0}
      isWide
      onClose={onClose}
    >
      {failed.length > 0 && (
        <Notice tone="warn" isUrgent>
          {failed.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      {members === undefined && <Loading what="the members" />}
      {choices.length >= FIND_FROM && <Field label="Find a member" type="search" value={sought} onChange={setSought} />}
      {mayAdd && choices.length > 1 && (
        <div className="row">
          <Check isSelected={isOfNone} onChange={setOfNone}>
            Only people without a group
          </Check>
          <span className="grow" />
          <Button kind="quiet" isDisabled={concernable.length === 0} onPress={toggleFound}>
            {isAllTicked ? 'Untick' : 'Tick'} {found.length < choices.length ? `all ${found.length} found` : 'all'}
          </Button>
        </div>
      )}
      <ul className="choices" aria-label="Members of the room">
        {found.map((choice) => {
          const isMember = isInGroup(choice.member, group);
          return (
            <li key={choice.member.user_id}>
              {mayAdd || isMember ? (
                <Check isSelected={isTicked(choice)} onChange={() => toggle(choice.member.user_id)}>
                  <Person {...choice} />
                </Check>
              ) : (
                <Person {...choice} />
              )}
            </li>
          );
        })}
      </ul>
      <p className="soft">
        People who are not in the room yet come into room and group in one step with Add people. Leaving a group takes
        its folders out of their sight at once.
      </p>
    </FormDialog>
  );
}

const addAll = (room: Room, group: Group, choices: readonly Choice[]) =>
  changeTogether(choices, (part) =>
    service.groups.addMembers(room.id, group.id, { items: part.map(({ member }) => ({ user_id: member.user_id })) }),
  );

const removeEach = (room: Room, group: Group, choices: readonly Choice[]) =>
  changeEach(choices, ({ member }) => service.groups.removeMember(room.id, group.id, member.user_id));

function actionOf(added: number, removed: number): string {
  if (added + removed === 0) return 'Save';
  if (removed === 0) return `Add ${plural(added, 'member')}`;
  return added === 0 ? `Remove ${plural(removed, 'member')}` : `Add ${added}, remove ${removed}`;
}

/** Owners of the room need no group. */
const seesAll = ({ member }: Choice): boolean => roomRole(member.role)?.decides === true;

const Person = (choice: Choice): ReactNode => {
  const { member, name, email } = choice;
  const role = roomRole(member.role)?.name.toLowerCase();
  return (
    <>
      <strong>
        <bdi>{name}</bdi>
      </strong>{' '}
      <span className="soft">
        {[email === name ? '' : email, seesAll(choice) ? `${role}: sees all folders without a group` : role]
          .filter(Boolean)
          .join(', ')}
      </span>
    </>
  );
};
