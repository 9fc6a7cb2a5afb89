import type { ProvenIdentity } from '@strongroom/application';

/** Recognises the answer to one sign-in at the identity provider. */
export type SignInRequest = Readonly<{ redirectUri: string; state: string; nonce: string; verifier: string }>;

/** The identity provider. Every failure is a DomainError with a sentence: SIGN_IN_REFUSED or SERVICE_UNAVAILABLE. */
export type IdentityProvider = Readonly<{
  issuer: string;
  /** Address at the provider that begins a sign-in. */
  begin: (request: SignInRequest) => Promise<string>;
  /** The person that the provider has proven. `callback`: the address it sent the browser to. */
  finish: (callback: URL, request: SignInRequest) => Promise<ProvenIdentity>;
  /** Reads a logout token: a person, one of their sessions, or both. */
  signedOut: (token: string) => Promise<Readonly<{ sub?: string; sid?: string }>>;
}>;
