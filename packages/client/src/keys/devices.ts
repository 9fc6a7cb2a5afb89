import { StrongroomError } from '../base/error.ts';
import { type NetworkOptions, networkOf } from '../content/settings.ts';
import { httpAddress, isPrivateWay } from '../http/address.ts';
import { isEnvelope, unsafeAs } from '../http/answer.ts';
import { type DeviceKey, type KeyDevice, makeDeviceKey } from './device.ts';
import { readEnrolment } from './enrolment.ts';
import { serviceKey } from './key-calls.ts';
import { type KeyServiceCall, sendKeyRequest } from './requests.ts';

/** A person of a key service: a stable id at an issuer. */
export type KeyPerson = Readonly<{ iss: string; id: string }>;

/** A device as its key service lists it. */
export type ListedDevice = Readonly<{ device: string; name: string; enrolled_at: string; current: boolean }>;

/** A device that was enrolled now, with all that is needed to use it later. */
export type EnrolledDevice = Readonly<{
  /** Address of the key service, and thumbprint of its key: from the code, never from the room service. */
  url: string;
  key: string;
  device: string;
  person: KeyPerson;
  made: DeviceKey;
}>;

type EnrolOptions = NetworkOptions &
  Readonly<{
    /** Shown to the person and the operator. */
    name: string;
    /** Whether the private key can be exported, to be stored in a file. Default: false. */
    isExtractable?: boolean | undefined;
  }>;

/**
 * Enrols this device with a code of the operator, which is used up. Throws ENROLMENT_MALFORMED, ADDRESS_INSECURE,
 * KEY_SERVICE_CHANGED for a key service with another key than the code names, or a code of the key service.
 */
export async function enrolDevice(code: string, options: EnrolOptions): Promise<EnrolledDevice> {
  const read = readEnrolment(code);
  const ask: KeyServiceCall = { url: secureOrigin(read.url), network: networkOf(options) };
  // Checks the key before it sends the code: another key service must not get it.
  await serviceKey(ask, read.key);
  const made = await makeDeviceKey(options.isExtractable ?? false);
  const body = { code: read.code, public_key: made.publicKey, name: options.name.slice(0, MAX_NAME) };
  const { device, person } = await dataOf<Readonly<{ device: string; person: KeyPerson }>>(
    sendKeyRequest(ask, { method: 'POST', path: '/v1/devices', body: async () => body }),
  );
  return { url: ask.url, key: read.key, device, person, made };
}

const MAX_NAME = 100;

/** The calls of an enrolled device about itself and the other devices of its person. */
export type DeviceCalls = Readonly<{
  list: () => Promise<readonly ListedDevice[]>;
  /** From the answer on, none of its proofs is accepted. */
  remove: (id: string) => Promise<void>;
  /** A statement of the key service, valid for a minute, that a user of the room service is this person. */
  link: (userId: string) => Promise<string>;
}>;

/** Throws ADDRESS_MALFORMED, ADDRESS_INSECURE; calls throw KEY_SERVICE_UNAVAILABLE, or a code of the key service. */
export function deviceCalls(options: NetworkOptions & Readonly<{ url: string; device: KeyDevice }>): DeviceCalls {
  const { device } = options;
  const ask: KeyServiceCall = {
    url: secureOrigin(options.url),
    network: networkOf(options),
    device: async () => device,
  };
  return {
    list: () => dataOf(sendKeyRequest(ask, { method: 'GET', path: '/v1/devices', isProven: true })),
    remove: async (id) => {
      const path = `/v1/devices/${encodeURIComponent(id)}`;
      await sendKeyRequest(ask, { method: 'DELETE', path, isProven: true }).catch((error: unknown) => {
        // The answer to the first attempt was lost.
        if (error instanceof StrongroomError && error.code === 'DEVICE_NOT_FOUND' && error.attempts > 1) return;
        throw error;
      });
    },
    link: async (user) => {
      const call = { method: 'POST', path: '/v1/person/link', body: async () => ({ user }), isProven: true } as const;
      return (await dataOf<Readonly<{ link: string }>>(sendKeyRequest(ask, call))).link;
    },
  };
}

/** The origin of an address that keeps secrets. Throws ADDRESS_MALFORMED, ADDRESS_INSECURE. */
export function secureOrigin(address: string): string {
  const url = httpAddress(address).origin;
  if (!isPrivateWay(url)) throw new StrongroomError('ADDRESS_INSECURE');
  return url;
}

async function dataOf<T>(answer: Promise<unknown>): Promise<T> {
  const body = await answer;
  if (!isEnvelope(body)) throw new StrongroomError('UNEXPECTED_ANSWER');
  return unsafeAs<T>(body.data);
}
