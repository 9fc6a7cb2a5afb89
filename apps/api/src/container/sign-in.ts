import type { SignInWays } from '@strongroom/application';
import type { Log } from '@strongroom/ports';
import type { Settings } from '../config/settings.ts';
import type { SignInParts } from '../http/system-routes/sign-in-flow.ts';
import type { OutsideAlarms } from './outside-alarms.ts';

type SignInSettings = Pick<
  Settings,
  | 'oidcIssuer'
  | 'oidcClientId'
  | 'oidcClientSecret'
  | 'oidcClaim'
  | 'oidcTrustEmail'
  | 'oidcJitDomains'
  | 'passwords'
  | 'deviceLogin'
>;

/** Ways to sign in, for the application. */
export const signInWays = ({ oidcIssuer, oidcJitDomains, passwords, deviceLogin }: SignInSettings): SignInWays => ({
  password: passwords === 'on',
  oidc: oidcIssuer !== undefined,
  deviceCode: deviceLogin === 'on',
  jitDomains: oidcJitDomains ?? [],
});

/** Sign-in by the identity provider of the settings; undefined without one. */
export async function openSignIn(
  settings: SignInSettings,
  { log, outside, ...parts }: Omit<SignInParts, 'provider'> & Readonly<{ log: Log; outside: OutsideAlarms }>,
): Promise<SignInParts | undefined> {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcClaim: claim } = settings;
  if (issuer === undefined || clientId === undefined) return undefined;
  const trustsEmail = settings.oidcTrustEmail === 'on';
  const { identityProvider } = await import('@strongroom/adapter-oidc');
  const noted = (failure?: unknown): void => outside.note('identity_provider', failure);
  return { ...parts, provider: identityProvider({ issuer, clientId, clientSecret, claim, trustsEmail }, log, noted) };
}
