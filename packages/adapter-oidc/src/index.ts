export {
  type IdentityProvider,
  identityProvider,
  type SignedInPerson,
  type SignInRequest,
} from './identity-provider.ts';
