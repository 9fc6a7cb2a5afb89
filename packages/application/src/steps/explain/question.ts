import {
  type AbilitySubject,
  DomainError,
  type ExplainableAction,
  type FieldProblem,
  fieldsOfQuestion,
  type QuestionField,
  subjectsOf,
} from '@strongroom/domain';

/** A question as it was sent: ids of any form. */
export type AccessQuestion = Readonly<{
  userId: string;
  action: ExplainableAction;
  roomId?: string | undefined;
  fileId?: string | undefined;
  folderId?: string | undefined;
  shareId?: string | undefined;
  memberId?: string | undefined;
  targetUserId?: string | undefined;
  orgUnitId?: string | undefined;
}>;

export type QuestionSubject = Readonly<{ subject: AbilitySubject; action: ExplainableAction }>;

/**
 * The subject of a question. An action without the thing that it is about has no answer, and one about another thing has
 * none either. Throws VALIDATION_ERROR.
 */
export function subjectOfQuestion(question: AccessQuestion): QuestionSubject {
  const { action } = question;
  const sent = sentIn(question);
  const { oneOf, refused } = fieldsOfQuestion(action);
  const problems: FieldProblem[] = [
    ...refused
      .filter((field) => sent.has(field))
      .map((field) => ({ field, rule: 'unknown', message: `${field} is not for ${action}` })),
    ...oneOf
      .filter((fields) => !fields.some((field) => sent.has(field)))
      .map(([field = 'room_id']) => ({ field, rule: 'required', message: `${field} is required for ${action}` })),
  ];
  if (problems.length > 0) throw new DomainError('VALIDATION_ERROR', { details: problems });
  // The log of the organisation and the log of a room are two rows of the policy.
  if (action === 'audit.read' && (sent.has('room_id') || sent.has('file_id')))
    return { subject: 'room', action: 'audit.room.read' };
  const subject = named(question) ?? subjectsOf(action)[0];
  if (subject === undefined) throw new TypeError(`nothing explains ${action}`);
  return { subject, action };
}

function sentIn(question: AccessQuestion): ReadonlySet<QuestionField> {
  const ids: Readonly<Record<QuestionField, string | undefined>> = {
    room_id: question.roomId,
    file_id: question.fileId,
    folder_id: question.folderId,
    share_id: question.shareId,
    member_id: question.memberId,
    target_user_id: question.targetUserId,
    org_unit_id: question.orgUnitId,
  };
  const fields = ['room_id', 'file_id', 'folder_id', 'share_id', 'member_id', 'target_user_id', 'org_unit_id'] as const;
  return new Set(fields.filter((field) => ids[field] !== undefined));
}

function named({ folderId, shareId, memberId, targetUserId, orgUnitId }: AccessQuestion): AbilitySubject | undefined {
  if (folderId !== undefined) return 'folder';
  if (shareId !== undefined) return 'share';
  if (memberId !== undefined) return 'member';
  if (targetUserId !== undefined) return 'user';
  return orgUnitId === undefined ? undefined : 'org_unit';
}
