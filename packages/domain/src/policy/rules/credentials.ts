import { rule } from '../../rule.ts';
import type { CredentialFacts, DeviceLoginFacts, KeyLinkFacts, WayInFacts } from './facts.ts';

export const usesSession = rule<CredentialFacts>(
  'uses-session',
  'The credential is a session.',
  'INSUFFICIENT_SCOPE',
  ({ credential }) => credential.kind === 'session',
);

export const maySetPassword = rule<CredentialFacts>(
  'may-set-password',
  "A password is set already, or the credential is a session or the first owner's token.",
  'INSUFFICIENT_SCOPE',
  ({ credential, hasPassword }) => hasPassword || credential.kind === 'session' || credential.isFirst,
);

export const sessionIsRecent = rule<CredentialFacts>(
  'session-is-recent',
  'The session started within the last ten minutes.',
  'SESSION_TOO_OLD',
  ({ credential }) => credential.isRecent,
);

export const keyLinkIsValid = rule<KeyLinkFacts>(
  'key-link-is-valid',
  'The key service signed the link within the last minute, for the caller, and its person belongs to no other user.',
  'LINK_INVALID',
  (facts) => facts.keyLinkIsValid,
);

/** A password makes a session, so it must not be enough to hand a user's keys to another person. */
export const keepsKeyPerson = rule<KeyLinkFacts>(
  'keeps-key-person',
  'The caller is linked to no person of the key service, or to that of the link, or the present one agrees with a link of their own.',
  'KEY_PERSON_LINKED',
  (facts) => facts.keepsKeyPerson,
);

export const keepsWayIn = rule<WayInFacts>(
  'keeps-way-in',
  'The caller has a password that the service takes, or is not linked.',
  'LAST_SIGN_IN',
  (facts) => facts.keepsWayIn,
);

export const deviceLoginIsOpen = rule<DeviceLoginFacts>(
  'device-login-is-open',
  'A sign-in by device code of the last ten minutes waits for this code.',
  'DEVICE_LOGIN_NOT_FOUND',
  (facts) => facts.deviceLoginIsOpen,
);
