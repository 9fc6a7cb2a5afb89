import { deviceCalls, enrolDevice, type Me, readEnrolment, type Service, StrongroomError } from '@strongroom/client';
import { queries } from '../base/queries.ts';
import { service } from '../base/service.ts';
import { type Enrolment, enrolments } from './device-store.ts';

const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['enrolment'] });

/** Characters of a thumbprint, for people who compare two. */
const SHOWN = 16;

/** Enrols this browser with a code, which is used up. Throws StrongroomError. */
export async function enrolHere(me: Me, offered: Service['key_service'], code: string): Promise<void> {
  const { url, key } = readEnrolment(code);
  if (offered?.url !== url || (offered.key !== null && offered.key !== key))
    throw new StrongroomError('ENROLMENT_ELSEWHERE', {
      message: `The code is for the key service at ${url}, and this service names ${offered === null ? 'none' : `the one at ${offered.url} with the key ${offered.key?.slice(0, SHOWN) ?? 'unknown'}`}. Ask the operator before you go on.`,
    });
  const enrolled = await enrolDevice(code, { name: nameOfBrowser() });
  const device = { id: enrolled.device, privateKey: enrolled.made.privateKey };
  const enrolment = { user: me.id, url: enrolled.url, key: enrolled.key, device, person: enrolled.person };
  if (me.key_person !== null && !isLinked(me, enrolment)) {
    await deviceCalls({ url, device }).remove(device.id);
    throw new StrongroomError('ENROLMENT_ELSEWHERE', {
      message: `The code was for the person ${enrolment.person.id}, and your account is linked to ${me.key_person.id}. The code is used up. Ask the operator for one for that person, or an owner of the organisation or a security officer to remove the link.`,
    });
  }
  await enrolments.write(enrolment);
  await changed();
  if (!isBesideSignIn(enrolment)) await linkMe(me, enrolment);
}

/** Whether an enrolment is used beside a sign-in at the key service: its person is one of an identity provider. */
export const isBesideSignIn = ({ person, url }: Pick<Enrolment, 'person' | 'url'>): boolean => person.iss !== url;

/** Tells the service which person of the key service the user is. Throws SESSION_TOO_OLD after ten minutes. */
export async function linkMe(me: Me, { url, device, person }: Enrolment): Promise<void> {
  if (isLinked(me, { person })) return;
  const link = await deviceCalls({ url, device }).link(me.id);
  await service.account.linkKeyPerson({ link });
  await queries.invalidateQueries({ queryKey: ['me'] });
}

export const isLinked = ({ key_person: known }: Me, { person }: Pick<Enrolment, 'person'>): boolean =>
  known !== null && known.id === person.id && URL.parse(known.iss)?.href === URL.parse(person.iss)?.href;

export async function removeDevice({ user, url, device }: Enrolment, id: string): Promise<void> {
  await deviceCalls({ url, device }).remove(id);
  if (id !== device.id) return;
  await enrolments.forget(user);
  await changed();
}

/** Forgets an enrolment that the key service no longer accepts. */
export async function forgetOwnEnrolment(user: string): Promise<void> {
  await enrolments.forget(user);
  await changed();
}

const BROWSERS = ['Edg', 'Firefox', 'Chrome', 'Safari'] as const;

function nameOfBrowser(): string {
  const { userAgent } = navigator;
  const found = BROWSERS.find((name) => userAgent.includes(`${name}/`)) ?? 'Browser';
  const system = /\(([^;)]+)/.exec(userAgent)?.[1] ?? 'a computer';
  return `${found === 'Edg' ? 'Edge' : found} on ${system}`;
}
