import { type Decision, hasKey, isThere, subjectOf, type Target, UserId } from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import { commonRoomsOf } from '../../kernel/common-rooms.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import type { AtFile, PlaceOfFile } from '../../kernel/in-file.ts';
import { inFolder } from '../../kernel/in-folder.ts';
import { inRoom } from '../../kernel/in-room.ts';
import { type OperationDeps, type OperationSubject, operationsOn } from '../../kernel/operation-on.ts';
import { replayVerbatim } from '../../kernel/replay.ts';
import { type AtRoom, atRoom, type CurrentCaller, fileRefs, withoutScopes } from '../../kernel/sight.ts';
import { fileTarget, organisationTarget, shareTarget, unknownShareTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { placeOfQuestion } from '../../steps/explain/place-of-question.ts';
import { type AccessQuestion, subjectOfQuestion } from '../../steps/explain/question.ts';
import type { QuestionTopic } from '../../steps/explain/topic.ts';
import { topicOfFile } from '../../steps/explain/topics-of-file.ts';
import { topicOfOrganisation, topicOfUnit, topicOfUser } from '../../steps/explain/topics-of-people.ts';
import {
  topicOfFolder,
  topicOfMember,
  topicOfRoom,
  topicOfShare,
  topicOfSomeShare,
} from '../../steps/explain/topics-of-places.ts';
import { type AtLink, atLink, type LinkPlace } from '../../steps/links/at-link.ts';
import { refTo } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { shareLinks } from '../../store/share-links.ts';
import { users } from '../../store/users.ts';

/** Answers a question about a file that the asker sees, also in the bin. */
const inFileOfQuestion = operationsOn(
  (deps, ctx, { roomId, fileId }: PlaceOfFile): OperationSubject<AtFile, AtFile> => ({
    refs: fileRefs(ctx, roomId, fileId),
    find: (snapshot) => ({ ...atRoom(deps, snapshot, ctx, roomId), file: snapshot.find(files, fileId) }),
    target: ({ file }) => fileTarget(fileId, file),
    seen: (found) => {
      if (!isThere(found.room) || !hasKey(found.file))
        throw new TypeError('a question about a file was allowed without one');
      return found;
    },
  }),
).operate;

/** Answers a question about a link that the asker sees. */
const inLinkOfQuestion = operationsOn(
  (deps, ctx, place: LinkPlace): OperationSubject<AtLink, AtLink> => ({
    refs: [...fileRefs(ctx, place.roomId, place.fileId), refTo(shareLinks, place.shareId)],
    find: (snapshot) => atLink(deps, snapshot, ctx, place),
    target: ({ link }) => (link === undefined ? unknownShareTarget(place.shareId) : shareTarget(link)),
    seen: (found) => found,
  }),
).operate;

type ExplainDeps = OperationDeps &
  Pick<Deps, 'documents' | 'ids' | 'orgId' | 'rootUnitId' | 'signIn' | 'roomInvitations'>;

/**
 * Explains whether a user may perform an action: returns the decision of the policy, for some request and a session that began just
 * now. A question about another is recorded. Users may ask about themselves; owners, security officers and auditors about anyone; room
 * owners about their room. Throws VALIDATION_ERROR, ROOM_NOT_FOUND, FILE_NOT_FOUND, FOLDER_NOT_FOUND, SHARE_NOT_FOUND, MEMBER_NOT_FOUND,
 * ORG_UNIT_NOT_FOUND, INSUFFICIENT_ROLE, INSUFFICIENT_ROOM_ROLE, USER_NOT_FOUND.
 */
export const explain =
  (deps: ExplainDeps) =>
  async (ctx: SignedIn, input: AccessQuestion): Promise<Decision> => {
    const { subject, action } = subjectOfQuestion(input);
    const userId = idOrRandom(UserId, input.userId, deps.ids);
    const place = { userId, action, ...(await placeOfQuestion(deps, input)) };
    const { roomId, fileId, shareId } = place;
    const memberId = idOrRandom(UserId, input.memberId ?? '', deps.ids);
    const targetId = input.targetUserId === undefined ? undefined : idOrRandom(UserId, input.targetUserId, deps.ids);
    const topics = {
      me: () => topicOfOrganisation(deps, place),
      room: () => topicOfRoom(deps, ctx, place),
      file: () => topicOfFile(deps, place),
      folder: () => topicOfFolder(place),
      share: () => (shareId === undefined ? topicOfSomeShare(deps, place) : topicOfShare({ ...place, shareId })),
      member: () => topicOfMember(deps, ctx, { ...place, memberId }),
      user: () => topicOfUser(deps, ctx, { userId, targetId, action }),
      org_unit: () => topicOfUnit(deps, place),
    } as const satisfies Record<typeof subject, () => QuestionTopic>;
    const topic = topics[subject]();
    const common = commonRoomsOf(deps, ctx, userId);

    const explained = (uow: UnitOfWork, asker: CurrentCaller & Partial<AtRoom>, asked: Target): Decision => {
      topic.permitSight?.(uow, withoutScopes({ room: undefined, membership: undefined, ...asker }));
      const self = uow.get(users, userId);
      const { labelRules } = deps;
      const now = deps.clock.now();
      const who = { user: self, self, subject: subjectOf(labelRules, self, null, now), labelRules, now };
      const { effect, reasons, refusal, refusedBy } = topic.decide(uow, who);
      // The answer says what the user may see, so the user's own questions need no record.
      if (userId !== ctx.credential.userId)
        uow.record({
          type: 'access.explained',
          target: asked,
          data: { user_id: userId, action: input.action, effect },
        });
      return { action: input.action, effect, reasons, refusal, refusedBy };
    };

    const question = {
      refs: [refTo(users, userId), ...topic.refs],
      loadMore: async (snapshot: Snapshot) => [
        ...(await common.loadMore(snapshot)),
        ...((await topic.loadMore?.(snapshot)) ?? []),
      ],
      moreRead: () => [place.read, ...common.read()],
      replay: replayVerbatim<Decision>(),
      facts: (snapshot: Pick<UnitOfWork, 'find'>) => ({ target: snapshot.find(users, userId), common: common.of() }),
      apply: explained,
    } as const;
    if (subject === 'me' || subject === 'user' || subject === 'org_unit')
      return asCaller(deps, ctx, organisationTarget(deps.orgId), { ...question, action: 'access.explain' });
    if (shareId !== undefined)
      return inLinkOfQuestion(deps, ctx, { roomId, fileId, shareId }, { ...question, action: 'access.share.explain' });
    if (subject === 'folder') return inFolder(deps, ctx, place, { ...question, action: 'access.folder.explain' });
    if (input.fileId !== undefined)
      return inFileOfQuestion(deps, ctx, place, { ...question, action: 'access.file.explain' });
    return inRoom(deps, ctx, roomId, { ...question, action: 'access.room.explain' });
  };
