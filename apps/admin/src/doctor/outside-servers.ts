import { type Finding, fail, ok, warn } from '@strongroom/settings';

const ANSWER_MS = 5000;

/** Asks the identity provider for its configuration, as the first sign-in does. */
export async function checkIdentityProvider(issuer: string): Promise<Finding> {
  const check = 'identity provider';
  const answer = await answerOf(`${issuer.replace(/\/$/u, '')}/.well-known/openid-configuration`);
  if (answer === undefined)
    return fail(
      check,
      `${issuer} does not answer`,
      'start it, or correct STRONGROOM_OIDC_ISSUER; no user can sign in by it meanwhile',
    );
  const found: unknown = await answer.json().catch(() => undefined);
  return typeof found === 'object' && found !== null && 'issuer' in found && found.issuer === issuer
    ? ok(check, `${issuer} publishes its configuration`)
    : fail(
        check,
        `${issuer} publishes no configuration for this name (status ${answer.status})`,
        'set STRONGROOM_OIDC_ISSUER as its configuration spells it, to the last slash',
      );
}

/** Asks each witness of the audit log for any answer: only the service sends checkpoints. */
export async function checkWitnesses(addresses: readonly string[]): Promise<readonly Finding[]> {
  const check = 'witnesses';
  if (addresses.length === 0) return [];
  const answers = await Promise.all(addresses.map((address) => answerOf(`${address}/`)));
  const silent = addresses.filter((_, index) => (answers[index]?.status ?? 500) >= 500);
  return silent.length === 0
    ? [ok(check, addresses.join(', '))]
    : silent.map((address) =>
        warn(
          check,
          `${address} does not answer`,
          'ask its operator; writes go on, and no witness confirms the newest events meanwhile',
        ),
      );
}

const answerOf = (url: string): Promise<Response | undefined> =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined);
