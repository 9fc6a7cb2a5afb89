import { type KeyObject, verify } from 'node:crypto';
import { CLOCK_SKEW, type KeyPerson, KeyRefusal, PERSON_HEADER, PERSON_LIFE } from '@strongroom/domain';
import { compactOf, isRecord } from './compact.ts';
import { clockTime } from './grant.ts';

/** The conditions of a person's proof: this key service made it, for this client. `now`: seconds since 1970. */
export type PersonRules = Readonly<{ url: string; kid: string; key: KeyObject; client: string; now: number }>;

/** A proof whose signature is right. Its times and its client are judged at each use. */
export type SignedPerson = Readonly<{
  person: KeyPerson;
  client: string;
  iat: number;
  exp: number;
  /** How they signed in, as the identity provider says. */
  acr: string | null;
  amr: readonly string[];
}>;

export const MAX_PERSON_LENGTH = 4096;

const invalid = (rule: string): KeyRefusal => new KeyRefusal('PERSON_INVALID', rule);

/** Verifies form, header, signature and audience. Throws KeyRefusal. */
export function verifyPerson(token: string, { url, kid, key }: Omit<PersonRules, 'client' | 'now'>): SignedPerson {
  const read = token.length > MAX_PERSON_LENGTH ? undefined : compactOf(token);
  if (read === undefined) throw invalid('person-form');
  const { header, claims, signed, signature } = read;
  if (header['typ'] !== PERSON_HEADER.typ) throw invalid('person-typ');
  if (header['alg'] !== PERSON_HEADER.alg || Object.keys(header).length !== 3) throw invalid('person-header');
  if (header['kid'] !== kid) throw invalid('person-kid');
  if (!verify(null, signed, key, signature)) throw invalid('person-signature');
  const { iss, aud, iat, exp, idp, cnf, acr, amr } = claims ?? {};
  const [issuer, id, client] = [fieldOf(idp, 'iss'), fieldOf(idp, 'id'), fieldOf(cnf, 'jkt')];
  if (!isWhole(iat) || !isWhole(exp) || issuer === '' || id === '' || client === '') throw invalid('person-claims');
  if (iss !== url) throw invalid('person-issuer');
  if (aud !== url) throw invalid('person-audience');
  if (exp - iat < 1 || exp - iat > PERSON_LIFE) throw invalid('person-life');
  return {
    person: { iss: issuer, id },
    client,
    iat,
    exp,
    acr: typeof acr === 'string' ? acr : null,
    amr: Array.isArray(amr) ? amr.filter((method) => typeof method === 'string') : [],
  };
}

/** Checks that a proof is valid now and for this client. Throws KeyRefusal. */
export function refuseUnfitPerson(
  { client, iat, exp }: SignedPerson,
  rules: Pick<PersonRules, 'client' | 'now'>,
): void {
  if (iat > rules.now + CLOCK_SKEW) throw invalid('person-not-yet');
  if (exp <= rules.now)
    throw new KeyRefusal('PERSON_EXPIRED', 'person-expired', {
      message: `The proof of the person ended ${clockTime(exp)}, here it is ${clockTime(rules.now)}. Renew it, or sign in again.`,
    });
  if (client !== rules.client) throw invalid('person-client');
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

function fieldOf(value: unknown, name: string): string {
  const found = isRecord(value) ? value[name] : undefined;
  return typeof found === 'string' ? found : '';
}
