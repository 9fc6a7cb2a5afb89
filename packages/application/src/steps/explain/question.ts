import {
  type AbilitySubject,
  DomainError,
  type ExplainableAction,
  type FieldProblem,
  subjectsOf,
} from '@strongroom/domain';

/** A question as it was sent: ids of any form. */
export type AccessQuestion = Readonly<{
  userId: string;
  action: ExplainableAction;
  roomId?: string | undefined;
  fileId?: string | undefined;
  shareId?: string | undefined;
  memberId?: string | undefined;
  targetUserId?: string | undefined;
  orgUnitId?: string | undefined;
}>;

export type QuestionSubject = Readonly<{ subject: AbilitySubject; action: ExplainableAction }>;

/** The field that names each subject besides room and file, which may always be named. */
const NAMED_BY = [
  { subject: 'share', key: 'shareId', field: 'share_id' },
  { subject: 'member', key: 'memberId', field: 'member_id' },
  { subject: 'user', key: 'targetUserId', field: 'target_user_id' },
  { subject: 'org_unit', key: 'orgUnitId', field: 'org_unit_id' },
] as const;

/**
 * The subject of a question. An action without the thing that it is about has no answer, and one about another thing has
 * none either. Throws VALIDATION_ERROR.
 */
export function subjectOfQuestion(question: AccessQuestion): QuestionSubject {
  const { action, roomId, fileId } = question;
  const subjects = subjectsOf(action);
  const problems: FieldProblem[] = [];
  const named = NAMED_BY.filter(({ key }) => question[key] !== undefined);
  for (const { subject, field } of named)
    if (!subjects.includes(subject))
      problems.push({ field, rule: 'unknown', message: `${field} is not for ${action}` });
  const isPlaced = roomId !== undefined || fileId !== undefined;
  const require = (field: string): void => {
    problems.push({ field, rule: 'required', message: `${field} is required for ${action}` });
  };
  const [first] = subjects;
  const subject = named[0]?.subject ?? first;
  if (subject === undefined) throw new TypeError(`nothing explains ${action}`);
  if ((subject === 'room' || subject === 'member') && !isPlaced) require('room_id');
  if ((subject === 'file' || subject === 'share') && fileId === undefined && question.shareId === undefined)
    require('file_id');
  if (subject === 'member' && question.memberId === undefined) require('member_id');
  if (problems.length > 0) throw new DomainError('VALIDATION_ERROR', { details: problems });
  // The log of the organisation and the log of a room are two rows of the policy.
  return action === 'audit.read' && isPlaced ? { subject: 'room', action: 'audit.room.read' } : { subject, action };
}
