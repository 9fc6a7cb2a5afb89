import { hash, randomBytes, randomUUID } from 'node:crypto';
import { ENROLMENT_PREFIX, HOUR, instant, type KeyPerson, KeyRefusal } from '@strongroom/domain';
import { type Change, type Clock, type DocumentStore, DuplicateKey, VersionConflict } from '@strongroom/ports';
import type { ReleaseRecord } from '../record/release-record.ts';
import type { PointKey } from '../tokens/client-key.ts';

/**
 * A device that may speak for a person. `idp`: the identity provider whose person they are; absent for a person of this key
 * service. `note` is for people, and never compared.
 */
export type EnrolledDevice = Readonly<{
  id: string;
  person: string;
  idp?: string;
  note: string;
  name: string;
  key: Readonly<{ x: string; y: string }>;
  enrolledAt: number;
}>;

type Code = Readonly<{ person: string; idp?: string; note: string; expiresAt: number; isUsed: boolean }>;

type Deps = Readonly<{ documents: DocumentStore; clock: Pick<Clock, 'now'>; record: ReleaseRecord; url: string }>;

const DEVICES = 'devices';
const CODES = 'enrolment-codes';
const ALL = 'all';
/** Life of a code in milliseconds. */
const CODE_LIFE = 72 * HOUR;
const MAX_DEVICES = 10_000;

/** People and their devices. A person is an id that was drawn here, at their first code, or one of an identity provider. */
export class Enrolment {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Makes a code for a new person, for another device of a known one, or for a person of an identity provider. Throws
   * KeyRefusal for an unknown one.
   */
  async makeCode({ note, person: asked }: CodeFor): Promise<EnrolmentCode> {
    const { documents, clock, record, url } = this.#deps;
    const person = asked ?? { iss: url, id: randomUUID() };
    const isOwn = person.iss === url;
    // The provider knows its people: only one of this key service can be mistyped.
    if (asked !== undefined && isOwn && (await documents.count(DEVICES, { anyOf: [ofPerson(person, url)] }, 1)) === 0)
      throw new KeyRefusal('DEVICE_NOT_FOUND', 'person-unknown');
    const code = randomBytes(32).toString('base64url');
    const now = clock.now();
    const idp = isOwn ? {} : { idp: person.iss };
    const made: Code = { person: person.id, ...idp, note, expiresAt: now + CODE_LIFE, isUsed: false };
    const data = { person_iss: person.iss, person_id: person.id };
    await record.note('key.code_made', data, [change(CODES, { id: digest(code), body: made, now }, 0)]);
    return { code, person, expiresAt: made.expiresAt };
  }

  /** Enrols a device with a code, which is used up. Of two at the same time one is enrolled. Throws KeyRefusal. */
  async enrol(
    code: string,
    { key, name }: Readonly<{ key: PointKey; name: string }>,
  ): Promise<Readonly<{ device: string; person: KeyPerson }>> {
    const { documents, clock, record, url } = this.#deps;
    const unknown = new KeyRefusal('DEVICE_NOT_FOUND', 'code-unknown');
    const [found] = await documents.read([{ collection: CODES, id: digest(code) }]);
    const now = clock.now();
    if (found === undefined) throw unknown;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stored JSON becomes a state
    const known = found.body as Code;
    if (known.isUsed || now >= known.expiresAt) throw unknown;
    const person = personOf(known, url);
    const { isUsed: _isUsed, expiresAt: _expiresAt, ...of } = known;
    const device: EnrolledDevice = { ...of, id: randomUUID(), name, key: { x: key.x, y: key.y }, enrolledAt: now };
    const data = { device: device.id, person_iss: person.iss, person_id: person.id };
    try {
      await record.note('key.device_enrolled', data, [
        change(CODES, { id: found.id, body: { ...known, isUsed: true }, now }, found.version),
        change(DEVICES, { id: device.id, body: device, now, keys: [ALL, ofPerson(person, url)] }, 0),
      ]);
    } catch (error) {
      if (error instanceof VersionConflict || error instanceof DuplicateKey) throw unknown;
      throw error;
    }
    return { device: device.id, person };
  }

  async find(id: string): Promise<EnrolledDevice | undefined> {
    const [found] = await this.#deps.documents.read([{ collection: DEVICES, id }]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stored JSON becomes a state
    return found?.body as EnrolledDevice | undefined;
  }

  /** Removes a device: from the answer on, none of its proofs is accepted. Throws KeyRefusal for an unknown one. */
  async remove(id: string): Promise<void> {
    const { documents, record } = this.#deps;
    const unknown = new KeyRefusal('DEVICE_NOT_FOUND', 'device-unknown');
    const [found] = await documents.read([{ collection: DEVICES, id }]);
    if (found === undefined) throw unknown;
    await record
      .note('key.device_removed', { device: id }, [{ collection: DEVICES, remove: { id, version: found.version } }])
      .catch((error: unknown) => {
        throw error instanceof VersionConflict ? unknown : error;
      });
  }

  /** Every device, or those of one person, oldest first. */
  async list(person?: KeyPerson): Promise<readonly EnrolledDevice[]> {
    const anyOf = [person === undefined ? ALL : ofPerson(person, this.#deps.url)];
    const found = await this.#deps.documents.list(DEVICES, { anyOf }, { limit: MAX_DEVICES, order: 'oldest' });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stored JSON becomes a state
    return found.map(({ body }) => body as EnrolledDevice);
  }
}

/** `person`: absent for a new one of this key service. `note`: for people. */
type CodeFor = Readonly<{ note: string; person?: KeyPerson | undefined }>;

export type EnrolmentCode = Readonly<{ code: string; person: KeyPerson; expiresAt: number }>;

/** All that a client needs to trust this key service and to enrol: its address, the thumbprint of its key, the code. */
export const enrolmentString = (of: Readonly<{ url: string; key: string; code: string }>): string =>
  ENROLMENT_PREFIX + Buffer.from(JSON.stringify({ url: of.url, key: of.key, code: of.code })).toString('base64url');

const digest = (code: string): string => hash('sha256', code, 'base64url');

/** The person of a device or code. `url`: the address of this key service, which is the issuer of its own people. */
export const personOf = ({ person, idp }: Pick<EnrolledDevice, 'person' | 'idp'>, url: string): KeyPerson => ({
  iss: idp ?? url,
  id: person,
});

/** The key under which a person's devices are listed. Ids of a provider can be long. */
const ofPerson = ({ iss, id }: KeyPerson, url: string): string =>
  `person:${iss === url ? id : hash('sha256', `${iss}\n${id}`, 'base64url')}`;

type Stored = Readonly<{ id: string; body: EnrolledDevice | Code; now: number; keys?: readonly string[] }>;

function change(collection: string, { id, body, now, keys = [] }: Stored, version: number): Change {
  const document = { id, version: version + 1, schema: 1, position: instant(now), keys, uniqueKeys: [], body };
  return { collection, ...(version === 0 ? { insert: document } : { replace: document }) };
}
