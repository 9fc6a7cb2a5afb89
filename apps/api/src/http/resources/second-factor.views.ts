import type { FactorOptions, FactorsSeen, FinishedSignIn, StateInSession } from '@strongroom/application';
import { formatInstant } from '@strongroom/domain';
import { type ViewOf, view } from '../describe/view.ts';
import { newSessionFields, sessionView } from './users.views.ts';
import { count, flag, formatOrNull, id, listOf, orNull, record, text, timestamp, word } from './view-fields.ts';

const RECOVERY_CODES = listOf(
  text('A recovery code.'),
  'Ten recovery codes, which come with the first second factor. Shown this once; empty otherwise.',
);

const optionFields = {
  passkey: orNull(
    text(
      'Options to use one of your passkeys, as JSON text: PublicKeyCredentialRequestOptionsJSON. Null for a user without passkeys.',
    ),
  ),
  totp: orNull(
    record('An authenticator app to add; null where this step adds none.', {
      secret: text('The secret, in base32, to type.'),
      address: text('The same as an address, to show as a QR code.'),
    }),
  ),
  new_passkey: orNull(
    text(
      'Options to add a passkey, as JSON text: PublicKeyCredentialCreationOptionsJSON. Null where this step adds none, and for a service at an IP address.',
    ),
  ),
};

const textOrNull = (options: unknown): string | null => (options === null ? null : JSON.stringify(options));

const optionsView = ({ passkey, totp, newPasskey }: FactorOptions) => ({
  passkey: textOrNull(passkey),
  totp,
  new_passkey: textOrNull(newPasskey),
});

export const SecondStepView = view('SecondStep', optionFields);
export const secondStepView = (options: FactorOptions): ViewOf<typeof SecondStepView> => optionsView(options);

export const FactorOptionsView = view('SecondFactorOptions', {
  state: text('Names these options, when you answer them in this session.'),
  expires_at: timestamp('Until when.'),
  ...optionFields,
});

export const factorOptionsView = ({ state, until, ...options }: StateInSession): ViewOf<typeof FactorOptionsView> => ({
  state,
  expires_at: formatInstant(until),
  ...optionsView(options),
});

export const FinishedSignInView = view('FinishedSignIn', {
  ...newSessionFields,
  recovery_codes: RECOVERY_CODES,
});

export const finishedSignInView = (finished: FinishedSignIn): ViewOf<typeof FinishedSignInView> => ({
  ...sessionView(finished, finished.inCookie),
  recovery_codes: finished.recoveryCodes,
});

export const FactorsView = view('SecondFactors', {
  required: flag('Whether the service requires a second factor of people who sign in with a password.'),
  factors: listOf(
    record('A passkey, or the authenticator app.', {
      id: id('Its id.'),
      way: word(['totp', 'passkey'], 'An authenticator app, or a passkey.'),
      name: text('Its name.'),
      created_at: timestamp('When it was added.'),
    }),
    'Second factors; empty for a user without one.',
  ),
  recovery_codes_left: count('Number of recovery codes that were not used.'),
  recovery_codes: RECOVERY_CODES,
  proven_until: orNull(
    timestamp('Until when this session needs no further proof; null where it has none, or its proof is too old.'),
  ),
});

export const factorsView = (seen: FactorsSeen): ViewOf<typeof FactorsView> => ({
  required: seen.isRequired,
  factors: seen.factors.map(({ id: factorId, way, name, createdAt }) => ({
    id: factorId,
    way,
    name,
    created_at: formatInstant(createdAt),
  })),
  recovery_codes_left: seen.recoveryCodesLeft,
  recovery_codes: seen.recoveryCodes,
  proven_until: formatOrNull(seen.provenUntil),
});
