import { importDeviceKey, type KeyDevice, type KeyPerson } from '@strongroom/client';
import { Problem, type Terminal, type World } from '@strongroom/command-line';
import { hasTexts } from './has-texts.ts';
import { canonicalServiceAddress } from './is-same-service.ts';
import { devicesPlace } from './places.ts';
import { readPrivateJson, writePrivateJson } from './private-json.ts';

/** An enrolment of this machine: for one user of one service, at one key service. */
export type StoredDevice = Readonly<{
  /** The service and the user it is for. */
  service: string;
  user: string;
  /** The key service and the thumbprint of its key, as the enrolment code named them. */
  url: string;
  key: string;
  device: string;
  person: KeyPerson;
  privateKey: Readonly<{ x: string; y: string; d: string }>;
}>;

type VariableReader = Pick<Terminal, 'variable'>;

/** The enrolments of this machine. They outlive a sign-out. Throws Problem if the file is damaged or others may read it. */
export async function readDevices(terminal: VariableReader): Promise<readonly StoredDevice[]> {
  const place = devicesPlace(terminal);
  const read = (await readPrivateJson(place, SENTENCES)) ?? [];
  if (Array.isArray(read) && read.every(isStored)) return read;
  throw new Problem(`${place.path} ${SENTENCES.damaged}`);
}

const SENTENCES = {
  exposed:
    'holds the key of this device and others can read it: remove the device with `strongroom-keys devices remove`, and enrol again.',
  damaged: 'is damaged: remove it and enrol again with `strongroom devices enrol`.',
};

const writeDevices = (world: World, devices: readonly StoredDevice[]): Promise<void> =>
  writePrivateJson(devicesPlace(world.terminal), devices.length === 0 ? undefined : devices);

/** Stores an enrolment in place of an earlier one of the same user. Throws Problem. */
export async function storeDevice(world: World, device: StoredDevice): Promise<void> {
  const others = (await readDevices(world.terminal)).filter((other) => !isFor(other, device.service, device.user));
  await writeDevices(world, [...others, device]);
}

/** Forgets an enrolment that its key service no longer accepts. Throws Problem. */
export async function forgetDevice(world: World, id: string): Promise<void> {
  const all = await readDevices(world.terminal);
  if (all.some(({ device }) => device === id))
    await writeDevices(
      world,
      all.filter(({ device }) => device !== id),
    );
}

/** Whether an enrolment is for a service, and for a user where one is named. */
export const isFor = (stored: StoredDevice, service: string, user?: string): boolean =>
  stored.service === canonicalServiceAddress(service) && (user === undefined || stored.user === user);

/** Whether an enrolment is used beside a sign-in at the key service: its person is one of an identity provider. */
export const isOnTop = ({ person, url }: Pick<StoredDevice, 'person' | 'url'>): boolean => person.iss !== url;

/** The device of a person who signs in at a key service; undefined without one. Throws Problem. */
export async function deviceOnTop(
  terminal: VariableReader,
  url: string,
  person: KeyPerson,
): Promise<KeyDevice | undefined> {
  const mine = (await readDevices(terminal)).filter((one) => one.url === url && isOnTop(one));
  const found = mine.find((one) => isSamePerson(one.person, person));
  return found && usableDevice(terminal, found);
}

/** An issuer may be written with a slash at its end, or without. */
export const isSamePerson = (one: KeyPerson, other: KeyPerson): boolean =>
  one.id === other.id && URL.parse(one.iss)?.href === URL.parse(other.iss)?.href;

/** The device with this id, to sign with. Its key cannot be exported from here. Throws Problem. */
export async function deviceWith(terminal: VariableReader, id: string): Promise<KeyDevice> {
  const found = (await readDevices(terminal)).find(({ device }) => device === id);
  if (found === undefined)
    throw new Problem('This machine is no longer enrolled: enrol it again with `strongroom devices enrol`.');
  return usableDevice(terminal, found);
}

export const keyDeviceOf = async ({ device, privateKey }: StoredDevice): Promise<KeyDevice> => ({
  id: device,
  privateKey: await importDeviceKey({ kty: 'EC', crv: 'P-256', ...privateKey }),
});

/** Throws Problem for a stored text that is not a key. */
const usableDevice = (terminal: VariableReader, stored: StoredDevice): Promise<KeyDevice> =>
  keyDeviceOf(stored).catch((cause: unknown) => {
    throw new Problem(`${devicesPlace(terminal).path} ${SENTENCES.damaged}`, { cause });
  });

function isStored(read: unknown): read is StoredDevice {
  if (typeof read !== 'object' || read === null) return false;
  const { person, privateKey, ...texts }: Readonly<Record<string, unknown>> = { ...read };
  return (
    hasTexts(texts, ['service', 'user', 'url', 'key', 'device']) &&
    hasTexts(person, ['iss', 'id']) &&
    hasTexts(privateKey, ['x', 'y', 'd'])
  );
}
