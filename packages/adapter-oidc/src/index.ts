export type { SignedInPerson } from './identity-of.ts';
export { type IdentityProvider, identityProvider, type SignInRequest } from './identity-provider.ts';
