import type { User } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';

/** Bytes of SHA-1's output, as RFC 4226 recommends. */
const BYTES = 20;

type SecretDeps = Pick<Deps, 'secrets'>;

const purposeOf = (userId: string): string => `totp:${userId}`;

/** The secret of a program that is being added: that of the state of its step, which its client alone holds. */
export const newTotpSecret = ({ secrets }: SecretDeps, state: string): Uint8Array =>
  secrets.derive('totp-to-add', state).slice(0, BYTES);

/** The challenge of a passkey that is added or used in a step. */
export const challengeOf = ({ secrets }: SecretDeps, state: string): Uint8Array =>
  secrets.derive('passkey-challenge', state);

export const sealTotp = ({ secrets }: SecretDeps, userId: string, secret: Uint8Array): string =>
  secrets.seal(purposeOf(userId), JSON.stringify(Array.from(secret)));

/** Undefined for a user without a program, and where its secret was sealed by a secret that the service no longer accepts. */
export function totpSecretOf({ secrets }: SecretDeps, { id, secondFactor }: User): Uint8Array | undefined {
  const text = secondFactor?.totp && secrets.unseal(purposeOf(id), secondFactor.totp.sealed);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this service has sealed it
  return text ? Uint8Array.from(JSON.parse(text) as number[]) : undefined;
}
