import { codePoints, defineValue, FactorId, FactorName, optional, UserId, type Value } from '@strongroom/domain';
import { created, ok } from '../describe/answers.ts';
import { Is } from '../describe/is.ts';
import { one } from '../describe/shape.ts';
import { withCookie } from './in-cookie.ts';
import { route } from './route.ts';
import {
  FactorOptionsView,
  FactorsView,
  FinishedSignInView,
  factorOptionsView,
  factorsView,
  finishedSignInView,
  SecondStepView,
  secondStepView,
} from './second-factor.views.ts';
import { UserView, userView } from './users.views.ts';

const shortText = (
  name: string,
  description: string,
  maxLength: number,
  examples: readonly string[] = [],
): Value<string> =>
  defineValue({
    name,
    description,
    schema: { type: 'string', minLength: 1, maxLength, ...(examples.length > 0 && { examples }) },
    rule: 'text',
    check: (input) =>
      typeof input === 'string' && input !== '' && codePoints(input) <= maxLength
        ? undefined
        : `must be a text of 1 to ${maxLength} characters`,
  });

const State = shortText('State', 'The text of the step before.', 2000, ['v1.bm90IHRoaXM']);
const Code = shortText('FactorCode', 'The six digits that the authenticator app shows.', 100, ['287082']);
const RecoveryCode = shortText('RecoveryCode', 'A recovery code; letter case, dashes and blanks do not count.', 100);
const PasskeyAnswer = shortText('PasskeyAnswer', 'The credential of the browser, as JSON text.', 12_000);

class PendingBody {
  @Is(State) pending!: string;
}

class FinishBody {
  @Is(State) pending!: string;
  @Is(optional(Code)) code?: string;
  @Is(optional(RecoveryCode)) recovery_code?: string;
  @Is(optional(PasskeyAnswer)) passkey?: string;
  @Is(optional(FactorName)) name?: FactorName;
}

class AddBody {
  @Is(State) state!: string;
  @Is(optional(Code)) code?: string;
  @Is(optional(PasskeyAnswer)) passkey?: string;
  @Is(optional(FactorName)) name?: FactorName;
}

class CheckBody {
  @Is(optional(State)) state?: string;
  @Is(optional(Code)) code?: string;
  @Is(optional(RecoveryCode)) recovery_code?: string;
  @Is(optional(PasskeyAnswer)) passkey?: string;
}

const answerOf = (body: Pick<CheckBody, 'code' | 'recovery_code' | 'passkey'>) => ({
  code: body.code,
  recoveryCode: body.recovery_code,
  passkey: body.passkey,
});

export const secondFactorRoutes = [
  route({
    operationId: 'findSecondStep',
    method: 'post',
    path: '/sessions/second-factor/options',
    access: 'public',
    summary: 'See how to do the second step of a sign-in',
    description:
      'For the `pending` of a sign-in that was answered `SECOND_FACTOR_REQUIRED`. A user with a passkey gets the options to use it. A user without a second factor gets what they need to add one: the service requires it.',
    body: PendingBody,
    answer: one(SecondStepView),
    status: [200],
    errors: ['SIGN_IN_REFUSED'],
    handle: async (app, visitor, { body }) => ok(secondStepView(await app.secondFactor.findSecondStep(visitor, body))),
  }),
  route({
    operationId: 'finishSignIn',
    method: 'post',
    path: '/sessions/second-factor',
    access: 'public',
    summary: 'Finish a sign-in with a second factor',
    description:
      'Send one of `code`, `recovery_code` and `passkey` within ten minutes of the password. Answers a session, in a cookie if the first step asked for that. A user without a second factor adds one so, with a `name` for it, and gets recovery codes. At most ten wrong answers a minute for a user and network together, and a hundred wrong codes a day for a user.',
    body: FinishBody,
    answer: one(FinishedSignInView),
    status: [201],
    errors: ['SECOND_FACTOR_INVALID', 'SIGN_IN_REFUSED'],
    handle: async (app, visitor, { body }) => {
      const { pending, name } = body;
      const finished = await app.secondFactor.finishSignIn(visitor, { pending, name, ...answerOf(body) });
      const answer = created(finishedSignInView(finished));
      return finished.inCookie ? withCookie(answer, finished.secret) : answer;
    },
  }),
  route({
    operationId: 'getSecondFactors',
    method: 'get',
    path: '/me/second-factor',
    access: 'signed-in',
    action: 'second_factor.see',
    summary: 'See your second factors',
    answer: one(FactorsView),
    status: [200],
    handle: async (app, ctx) => ok(factorsView(await app.secondFactor.get(ctx))),
  }),
  route({
    operationId: 'beginSecondFactor',
    method: 'post',
    path: '/me/second-factor/options',
    access: 'signed-in',
    action: 'second_factor.prove',
    summary: 'Get what you need to add a second factor, or to use a passkey',
    description: 'Changes nothing. With a session, not with an API token.',
    answer: one(FactorOptionsView),
    status: [200],
    handle: async (app, ctx) => ok(factorOptionsView(await app.secondFactor.begin(ctx))),
  }),
  route({
    operationId: 'addSecondFactor',
    method: 'post',
    path: '/me/second-factor',
    access: 'signed-in',
    action: 'second_factor.change',
    summary: 'Add a passkey or an authenticator app',
    description:
      'Send `state` of `POST /me/second-factor/options` with a `code` of the app, which takes the place of an earlier one, or with the `passkey`. The first one takes a session of the last ten minutes, ends all your other sessions and answers ten recovery codes; a further one takes a proof of the last ten minutes.',
    body: AddBody,
    answer: one(FactorsView),
    status: [201],
    errors: ['SECOND_FACTOR_INVALID', 'SECOND_FACTOR_TOO_OLD', 'SESSION_TOO_OLD', 'SIGN_IN_REFUSED', 'LIMIT_REACHED'],
    handle: async (app, ctx, { body }) => created(factorsView(await app.secondFactor.add(ctx, body))),
  }),
  route({
    operationId: 'checkSecondFactor',
    method: 'post',
    path: '/me/second-factor/check',
    access: 'signed-in',
    action: 'second_factor.prove',
    summary: 'Prove your second factor again',
    description:
      'Deleting a room, making an API token and changing second factors take a proof of the last ten minutes from a session of a user with a second factor. Send one of `code`, `recovery_code`, and `passkey` with the `state` of its options.',
    body: CheckBody,
    answer: one(FactorsView),
    status: [200],
    errors: ['SECOND_FACTOR_INVALID', 'SECOND_FACTOR_NOT_FOUND', 'SIGN_IN_REFUSED'],
    handle: async (app, ctx, { body }) =>
      ok(factorsView(await app.secondFactor.check(ctx, { state: body.state, ...answerOf(body) }))),
  }),
  route({
    operationId: 'makeRecoveryCodes',
    method: 'post',
    path: '/me/second-factor/recovery-codes',
    access: 'signed-in',
    action: 'second_factor.change',
    summary: 'Make ten recovery codes',
    description: 'Earlier ones end. Takes a proof of the last ten minutes.',
    answer: one(FactorsView),
    status: [201],
    errors: ['SECOND_FACTOR_NOT_FOUND', 'SECOND_FACTOR_TOO_OLD'],
    handle: async (app, ctx) => created(factorsView(await app.secondFactor.makeRecoveryCodes(ctx))),
  }),
  route({
    operationId: 'removeSecondFactor',
    method: 'delete',
    path: '/me/second-factor/:id',
    access: 'signed-in',
    action: 'second_factor.change',
    summary: 'Remove a passkey or the authenticator app',
    description:
      'Takes a proof of the last ten minutes. With the last one the recovery codes end; where the service requires a second factor, the last one stays.',
    params: { id: FactorId },
    answer: one(FactorsView),
    status: [200],
    errors: ['SECOND_FACTOR_NOT_FOUND', 'SECOND_FACTOR_TOO_OLD', 'LAST_SECOND_FACTOR'],
    handle: async (app, ctx, { params }) =>
      ok(factorsView(await app.secondFactor.remove(ctx, { factorId: params.id }))),
  }),
  route({
    operationId: 'resetSecondFactor',
    method: 'delete',
    path: '/users/:id/second-factor',
    access: 'signed-in',
    action: 'user.second_factor.reset',
    summary: 'Remove the second factors of a user who lost them, as an administrator',
    description:
      'Their recovery codes and sessions end; API tokens stay. Make sure that it is the person who asks: their password alone signs in afterwards. Again changes nothing.',
    params: { id: UserId },
    answer: one(UserView),
    status: [200],
    handle: async (app, ctx, { params }) => ok(userView(await app.secondFactor.reset(ctx, { userId: params.id }))),
  }),
];
