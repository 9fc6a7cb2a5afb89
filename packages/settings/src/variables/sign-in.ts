import { ISSUER_FORM } from '../forms/addresses.ts';
import { CLIENT_ID_FORM, SECRET_FORM, SWITCH_FORM, wordForm } from '../forms/form.ts';
import { CLAIM_FORM, DOMAINS_FORM } from '../forms/names.ts';
import { optionalVariable, requiredWithSetting, variable } from '../variable.ts';

/** Variables of the ways in which people sign in. */
export const SIGN_IN_VARIABLES = {
  passwords: variable(
    'STRONGROOM_PASSWORDS',
    { ...SWITCH_FORM, isRepeated: false },
    'on',
    'Whether people sign in with passwords: `on`, or `off` where the identity provider alone signs them in.',
  ),
  secondFactor: variable(
    'STRONGROOM_SECOND_FACTOR',
    wordForm('optional', 'required'),
    'optional',
    'Whether people who sign in with a password need a second factor: `optional` for those who have added one, or `required` for all; people without one add it when they sign in. People of the identity provider prove theirs there.',
  ),
  deviceLogin: variable(
    'STRONGROOM_DEVICE_LOGIN',
    SWITCH_FORM,
    'on',
    'Whether programs sign in by a code that a person types in the web application, on another computer perhaps: `on`, or `off`.',
  ),
  oidcIssuer: optionalVariable(
    'STRONGROOM_OIDC_ISSUER',
    ISSUER_FORM,
    'none',
    'Identity provider (OpenID Connect) that people sign in with; https, unless it is on this machine.',
  ),
  oidcClientId: optionalVariable(
    'STRONGROOM_OIDC_CLIENT_ID',
    CLIENT_ID_FORM,
    'none',
    'Client that is registered there for this service.',
    requiredWithSetting('STRONGROOM_OIDC_ISSUER', 'needs the client that is registered there'),
  ),
  oidcClientSecret: optionalVariable(
    'STRONGROOM_OIDC_CLIENT_SECRET',
    SECRET_FORM,
    'none: a public client',
    'Secret of that client, sent by HTTP Basic. Give it by a file or a secret store of your platform.',
  ),
  oidcClaim: variable(
    'STRONGROOM_OIDC_CLAIM',
    CLAIM_FORM,
    'sub',
    'Claim that names a person. It must never be given to another person, as e-mail addresses are.',
  ),
  oidcTrustEmail: variable(
    'STRONGROOM_OIDC_TRUST_EMAIL',
    SWITCH_FORM,
    'off',
    'Whether an address counts as verified of which the provider does not say so, as at Microsoft Entra: `on`, or `off`. With `on`, a person who may set addresses at this provider can become any person of the domains of `STRONGROOM_OIDC_JIT_DOMAINS`.',
  ),
  oidcJitDomains: optionalVariable(
    'STRONGROOM_OIDC_JIT_DOMAINS',
    DOMAINS_FORM,
    'none',
    'Domains between commas. People whose verified address is of one of them become members at their first sign-in.',
  ),
};
