import { stoppedAtTheDoor } from './credential.ts';
import type { Answer, AtCredential } from './situation.ts';

/** `DELETE /sessions/current`, `POST /me/password`, `POST /me/key-person`, `POST /sign-in/oidc`, `DELETE /me/identity` and `POST /device-logins/allow`. The current password is checked afterwards. */
export function aboutCredentials(action: string, s: AtCredential): Answer {
  const stopped = stoppedAtTheDoor(action, s);
  if (stopped) return stopped;
  // "with an API token 403 INSUFFICIENT_SCOPE"
  const isSession = s.credential === 'session' || s.credential === 'old session';
  if (action === 'session.end') return isSession ? 'allow' : 'INSUFFICIENT_SCOPE';
  // "a session of the last 10 min, no API token"
  if (action === 'key_person.link') {
    if (!isSession) return 'INSUFFICIENT_SCOPE';
    if (s.credential === 'old session') return 'SESSION_TOO_OLD';
    if (!s.keyLink) return 'LINK_INVALID';
    // "a linked person is replaced only with the proof of that person"
    return s.keyPerson === 'another' ? 'KEY_PERSON_LINKED' : 'allow';
  }
  // Like the link to the key service.
  if (action === 'identity.link') {
    if (!isSession) return 'INSUFFICIENT_SCOPE';
    return s.credential === 'old session' ? 'SESSION_TOO_OLD' : 'allow';
  }
  // The same, and never the last way to sign in.
  if (action === 'identity.unlink') {
    if (!isSession) return 'INSUFFICIENT_SCOPE';
    if (s.credential === 'old session') return 'SESSION_TOO_OLD';
    return s.wayIn ? 'allow' : 'LAST_SIGN_IN';
  }
  // A token must not make a session, which has every right of its user.
  if (action === 'device_login.answer') {
    if (!isSession) return 'INSUFFICIENT_SCOPE';
    return s.deviceLogin ? 'allow' : 'DEVICE_LOGIN_NOT_FOUND';
  }
  // A token proves no second factor, and changes none.
  if (action === 'second_factor.change' || action === 'second_factor.prove')
    return isSession ? 'allow' : 'INSUFFICIENT_SCOPE';
  if (action === 'second_factor.see') return s.scopes === 'unlimited' ? 'allow' : 'INSUFFICIENT_SCOPE';
  // Sessions have every right of their user, so a limited token neither lists nor ends them.
  if (action === 'session.list' || action === 'session.end_own' || action === 'notifications.edit')
    return s.scopes === 'unlimited' ? 'allow' : 'INSUFFICIENT_SCOPE';
  if (action !== 'password.set') throw new Error(`the interface says nothing about ${action}`);
  // "a session or a token without scopes, else 403"
  if (s.scopes !== 'unlimited') return 'INSUFFICIENT_SCOPE';
  // "a first password needs a session (else 403 INSUFFICIENT_SCOPE), the first owner's token excepted"
  return !s.hasPassword && s.credential === 'token' ? 'INSUFFICIENT_SCOPE' : 'allow';
}
