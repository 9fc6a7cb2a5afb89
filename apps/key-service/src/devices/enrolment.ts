import { hash, randomBytes, randomUUID } from 'node:crypto';
import { ENROLMENT_PREFIX, HOUR, instant, type KeyPerson, KeyRefusal } from '@strongroom/domain';
import { type Change, type Clock, type DocumentStore, DuplicateKey, VersionConflict } from '@strongroom/ports';
import type { Record } from '../record/record.ts';
import type { PointKey } from '../tokens/client-key.ts';

/** A device that may speak for a person. `note` is for people, and never compared. */
export type Device = Readonly<{
  id: string;
  person: string;
  note: string;
  name: string;
  key: Readonly<{ x: string; y: string }>;
  enrolledAt: number;
}>;

type Code = Readonly<{ person: string; note: string; expiresAt: number; isUsed: boolean }>;

type Deps = Readonly<{ documents: DocumentStore; clock: Pick<Clock, 'now'>; record: Record; url: string }>;

const DEVICES = 'devices';
const CODES = 'enrolment-codes';
const ALL = 'all';
/** Life of a code in milliseconds. */
const CODE_LIFE = 72 * HOUR;
const MAX_DEVICES = 10_000;

/** People and their devices. A person is an id that was drawn here, at their first code. */
export class Enrolment {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Makes a code for a new person, or for another device of a known one. Throws KeyRefusal for an unknown one. */
  async makeCode({ note, person }: Readonly<{ note: string; person?: string | undefined }>): Promise<EnrolmentCode> {
    const { documents, clock, record } = this.#deps;
    if (person !== undefined && (await documents.count(DEVICES, { anyOf: [ofPerson(person)] }, 1)) === 0)
      throw new KeyRefusal('DEVICE_NOT_FOUND', 'person-unknown');
    const code = randomBytes(32).toString('base64url');
    const now = clock.now();
    const made: Code = { person: person ?? randomUUID(), note, expiresAt: now + CODE_LIFE, isUsed: false };
    const data = { person_id: made.person };
    await record.note('key.code_made', data, [change(CODES, { id: digest(code), body: made, now }, 0)]);
    return { code, person: made.person, expiresAt: made.expiresAt };
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
    const { person, note } = known;
    const device: Device = { id: randomUUID(), person, note, name, key: { x: key.x, y: key.y }, enrolledAt: now };
    try {
      await record.note('key.device_enrolled', { device: device.id, person_id: person }, [
        change(CODES, { id: found.id, body: { ...known, isUsed: true }, now }, found.version),
        change(DEVICES, { id: device.id, body: device, now, keys: [ALL, ofPerson(person)] }, 0),
      ]);
    } catch (error) {
      if (error instanceof VersionConflict || error instanceof DuplicateKey) throw unknown;
      throw error;
    }
    return { device: device.id, person: { iss: url, id: person } };
  }

  async find(id: string): Promise<Device | undefined> {
    const [found] = await this.#deps.documents.read([{ collection: DEVICES, id }]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stored JSON becomes a state
    return found?.body as Device | undefined;
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
  async list(person?: string): Promise<readonly Device[]> {
    const anyOf = [person === undefined ? ALL : ofPerson(person)];
    const found = await this.#deps.documents.list(DEVICES, { anyOf }, { limit: MAX_DEVICES, order: 'oldest' });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stored JSON becomes a state
    return found.map(({ body }) => body as Device);
  }
}

export type EnrolmentCode = Readonly<{ code: string; person: string; expiresAt: number }>;

/** All that a client needs to trust this key service and to enrol: its address, the thumbprint of its key, the code. */
export const enrolmentString = (of: Readonly<{ url: string; key: string; code: string }>): string =>
  ENROLMENT_PREFIX + Buffer.from(JSON.stringify({ url: of.url, key: of.key, code: of.code })).toString('base64url');

const digest = (code: string): string => hash('sha256', code, 'base64url');

const ofPerson = (person: string): string => `person:${person}`;

type Stored = Readonly<{ id: string; body: Device | Code; now: number; keys?: readonly string[] }>;

function change(collection: string, { id, body, now, keys = [] }: Stored, version: number): Change {
  const document = { id, version: version + 1, schema: 1, position: instant(now), keys, uniqueKeys: [], body };
  return { collection, ...(version === 0 ? { insert: document } : { replace: document }) };
}
