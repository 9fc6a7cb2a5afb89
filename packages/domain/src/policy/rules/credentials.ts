import type { CredentialFacts } from '../facts.ts';
import { rule } from '../rule.ts';

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
