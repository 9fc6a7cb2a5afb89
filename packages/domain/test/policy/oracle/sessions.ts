import { stoppedAtTheDoor } from './credential.ts';
import type { Answer, AtCredential } from './situation.ts';

/** `DELETE /sessions/current` and `POST /me/password`. The current password is checked afterwards. */
export function aboutCredentials(action: string, s: AtCredential): Answer {
  const stopped = stoppedAtTheDoor(action, s);
  if (stopped) return stopped;
  // "with an API token 403 INSUFFICIENT_SCOPE"
  if (action === 'session.end') return s.credential === 'session' ? 'allow' : 'INSUFFICIENT_SCOPE';
  // Sessions have every right of their user, so a limited token neither lists nor ends them.
  if (action === 'session.list' || action === 'session.end_own')
    return s.scopes === 'unlimited' ? 'allow' : 'INSUFFICIENT_SCOPE';
  if (action !== 'password.set') throw new Error(`the interface says nothing about ${action}`);
  // "a session or a token without scopes, else 403"
  if (s.scopes !== 'unlimited') return 'INSUFFICIENT_SCOPE';
  // "a first password needs a session (else 403 INSUFFICIENT_SCOPE), the first owner's token excepted"
  return !s.hasPassword && s.credential === 'token' ? 'INSUFFICIENT_SCOPE' : 'allow';
}
