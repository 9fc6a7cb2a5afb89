import { isSamePerson, isUuid, KeyRefusal } from '@strongroom/domain';
import type { Clock, SigningKey } from '@strongroom/ports';
import type { DeviceProofs } from '../devices/device-proofs.ts';
import { type EnrolledDevice, type Enrolment, personOf } from '../devices/enrolment.ts';
import type { ReleaseRecord } from '../record/release-record.ts';
import { signLink } from '../tokens/link.ts';
import { BODY_LIMIT, deviceBody, fieldsOf, linkBody, readBytes } from './request.ts';
import type { Route } from './server.ts';

/** The parts for devices, however their people prove themselves. */
export type DeviceParts = Readonly<{
  enrolment: Enrolment;
  proofs: DeviceProofs;
  record: ReleaseRecord;
  key: SigningKey;
  clock: Pick<Clock, 'now'>;
  /** Addresses of this key service and of the room service. */
  url: string;
  roomService: string;
}>;

const NOTHING = new Uint8Array(0);

/** Enrolment of devices, and the calls of a device about those of its person. */
export const deviceRoutes = (parts: DeviceParts): readonly Route[] => [
  {
    method: 'POST',
    path: '/v1/devices',
    access: 'checked',
    handle: async ({ request }) => {
      const { code, key, name } = deviceBody(fieldsOf(await readBytes(request, BODY_LIMIT)));
      return { status: 201, body: { data: await parts.enrolment.enrol(code, { key, name }) } };
    },
  },
  {
    method: 'GET',
    path: '/v1/devices',
    access: 'checked',
    handle: async ({ request, path }) => {
      const call = { method: 'GET', path, body: NOTHING };
      const { person, device: current } = await parts.proofs.forCall(request.headers.authorization, call);
      const found = await parts.enrolment.list(person);
      return { status: 200, body: { data: found.map((device) => listed(device, current)) } };
    },
  },
  {
    method: 'DELETE',
    path: '/v1/devices/:id',
    access: 'checked',
    handle: async ({ request, path, params: { id = '' } }) => {
      const call = { method: 'DELETE', path, body: NOTHING };
      const { person } = await parts.proofs.forCall(request.headers.authorization, call);
      const device = isUuid(id) ? await parts.enrolment.find(id) : undefined;
      // The device of another person is answered like none.
      if (device === undefined || !isSamePerson(personOf(device, parts.url), person))
        throw new KeyRefusal('DEVICE_NOT_FOUND', 'device-unknown');
      await parts.enrolment.remove(device.id);
      return { status: 200, body: { data: { device: device.id, removed: true } } };
    },
  },
];

/** The link of a person who is proven by a device alone. After a sign-in, the sign-in links. */
export const deviceLinkRoutes = (parts: DeviceParts): readonly Route[] => [
  {
    method: 'POST',
    path: '/v1/person/link',
    access: 'checked',
    handle: async ({ request, path }) => {
      const body = await readBytes(request, BODY_LIMIT);
      const { user } = linkBody(fieldsOf(body));
      const proven = await parts.proofs.forCall(request.headers.authorization, { method: 'POST', path, body });
      const { person, device } = proven;
      await parts.record.note('key.link_made', { user, device, person_iss: person.iss, person_id: person.id });
      const now = Math.floor(parts.clock.now() / 1000);
      const { key, url, roomService } = parts;
      return {
        status: 200,
        body: { data: { link: signLink(key, { issuer: url, audience: roomService, user, person, now }) } },
      };
    },
  },
];

const listed = ({ id, name, enrolledAt }: EnrolledDevice, current: string): object => ({
  device: id,
  name,
  enrolled_at: new Date(enrolledAt).toISOString(),
  current: id === current,
});
