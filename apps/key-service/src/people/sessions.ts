import { hash, randomBytes } from 'node:crypto';
import { HOUR, instant, type KeyEventType, type KeyPerson, KeyRefusal, SECOND, SIGN_IN_LIFE } from '@strongroom/domain';
import { type Change, type Clock, type DocumentStore, DuplicateKey, VersionConflict } from '@strongroom/ports';
import type { ReleaseRecord } from '../record/release-record.ts';
import type { ClientKey, PointKey } from '../tokens/client-key.ts';
import { clockTime } from '../tokens/grant.ts';
import { deleteEnded } from './delete-ended.ts';
import type { Identity, PersonProofs } from './person-proofs.ts';

/** A sign-in of a person with one client. `next`: hash of the secret that may be used next. */
type Session = Identity & Readonly<{ client: PointKey; thumbprint: string; next: string; signedInAt: number }>;

type StoredSession = Readonly<{ id: string; version: number; session: Session }>;

/** The secret for the next use of a sign-in, and the client key that its answer is sealed to. */
export type ContinuedSession = Readonly<{ next: string; client: Pick<ClientKey, 'jwk'>; person: KeyPerson }>;

type Deps = Readonly<{
  documents: DocumentStore;
  clock: Pick<Clock, 'now'>;
  record: ReleaseRecord;
  proofs: Pick<PersonProofs, 'make'>;
}>;

const SESSIONS = 'person-sessions';
const ALL = 'all';
const ID_BYTES = 16;
const SECRET_BYTES = 32;
const LENGTH = 64;
const LIFE = SIGN_IN_LIFE * SECOND;
/** Milliseconds after which an ended session is deleted. */
const KEPT = LIFE + HOUR;
/** Attempts to delete a sign-in that is being renewed. */
const REMOVALS = 5;

const unknown = (): KeyRefusal => new KeyRefusal('PERSON_INVALID', 'session-unknown');

/** Sign-ins of people. Each use of one spends its secret and answers the next one. */
export class PersonSessions {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Begins with a person whom the identity provider has proven just now. */
  async begin(identity: Identity, client: ClientKey): Promise<ContinuedSession & Readonly<{ proof: string }>> {
    const { clock, record } = this.#deps;
    const now = clock.now();
    const id = randomBytes(ID_BYTES);
    const secret = randomBytes(SECRET_BYTES);
    const { jwk, thumbprint } = client;
    const session: Session = { ...identity, client: jwk, thumbprint, next: digest(secret), signedInAt: now };
    const data = { person_iss: identity.person.iss, person_id: identity.person.id, client: thumbprint };
    await record.note('key.person_signed_in', data, [changeOf(id.toString('base64url'), session, 0)]);
    return {
      next: Buffer.concat([id, secret]).toString('base64url'),
      client,
      person: identity.person,
      proof: this.#proofOf(session),
    };
  }

  /** Another proof. Throws KeyRefusal. */
  async renew(next: string): Promise<ContinuedSession & Readonly<{ proof: string }>> {
    const found = await this.#find(next);
    return { ...(await this.#continue(found)), proof: this.#proofOf(found.session) };
  }

  /** Uses a sign-in for something that is recorded. Throws KeyRefusal. */
  async use(next: string, event: KeyEventType, data: Noted): Promise<ContinuedSession> {
    return this.#continue(await this.#find(next), { event, data });
  }

  /** Signs out. Throws KeyRefusal. */
  async end(next: string): Promise<void> {
    await this.#remove(await this.#find(next), 'key.person_signed_out');
  }

  /** Deletes sessions that ended. Call it now and then. */
  async sweep(): Promise<void> {
    const { documents, clock } = this.#deps;
    await deleteEnded(documents, SESSIONS, ALL, instant(clock.now() - KEPT));
  }

  #proofOf({ thumbprint, signedInAt, person, authTime, acr, amr }: Session): string {
    const until = Math.floor((signedInAt + LIFE) / SECOND);
    return this.#deps.proofs.make({ person, authTime, acr, amr }, thumbprint, until);
  }

  /** The sign-in of a secret that was not spent. A spent one ends it: a thief may have it. Throws KeyRefusal. */
  async #find(next: string): Promise<StoredSession> {
    const { documents, clock } = this.#deps;
    const bytes = next.length === LENGTH ? Buffer.from(next, 'base64url') : Buffer.alloc(0);
    if (bytes.length !== ID_BYTES + SECRET_BYTES) throw unknown();
    const id = bytes.subarray(0, ID_BYTES).toString('base64url');
    const [document] = await documents.read([{ collection: SESSIONS, id }]);
    if (document === undefined) throw unknown();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stored JSON becomes a state
    const session = document.body as Session;
    const found = { id, version: document.version, session };
    if (session.next !== digest(bytes.subarray(ID_BYTES))) return this.#endMisused(found);
    const now = clock.now();
    if (now >= session.signedInAt + LIFE)
      throw new KeyRefusal('PERSON_EXPIRED', 'session-ended', {
        message: `The sign-in ended ${clockTime(Math.floor((session.signedInAt + LIFE) / SECOND))}. Sign in again.`,
      });
    return found;
  }

  async #endMisused(found: StoredSession): Promise<never> {
    await this.#remove(found, 'key.sign_in_ended');
    throw new KeyRefusal('PERSON_INVALID', 'session-misused');
  }

  /** Deletes a sign-in, also one that is being renewed at the same time. */
  async #remove({ id, version, session }: StoredSession, event: KeyEventType): Promise<void> {
    const { documents, record } = this.#deps;
    for (let attempt = 1, at = version; ; attempt += 1) {
      try {
        await record.note(event, about(session), [{ collection: SESSIONS, remove: { id, version: at } }]);
        return;
      } catch (error) {
        if (!(error instanceof VersionConflict) || attempt === REMOVALS) throw error;
      }
      const [document] = await documents.read([{ collection: SESSIONS, id }]);
      // Another request has ended it.
      if (document === undefined) return;
      at = document.version;
    }
  }

  async #continue(
    { id, version, session }: StoredSession,
    noted?: Readonly<{ event: KeyEventType; data: Noted }>,
  ): Promise<ContinuedSession> {
    const { documents, record } = this.#deps;
    const secret = randomBytes(SECRET_BYTES);
    const change = changeOf(id, { ...session, next: digest(secret) }, version);
    try {
      if (noted === undefined) await documents.commit([change]);
      else await record.note(noted.event, { ...noted.data, ...about(session) }, [change]);
    } catch (error) {
      // Another use of the same secret came first.
      if (error instanceof VersionConflict || error instanceof DuplicateKey) throw unknown();
      throw error;
    }
    const next = Buffer.concat([Buffer.from(id, 'base64url'), secret]).toString('base64url');
    return { next, client: { jwk: session.client }, person: session.person };
  }
}

type Noted = Readonly<{ [name: string]: string }>;

const about = ({ person, thumbprint }: Session) => ({
  person_iss: person.iss,
  person_id: person.id,
  client: thumbprint,
});

const digest = (secret: Uint8Array): string => hash('sha256', secret, 'base64url');

function changeOf(id: string, body: Session, version: number): Change {
  const position = instant(body.signedInAt);
  const document = { id, version: version + 1, schema: 1, position, keys: [ALL], uniqueKeys: [], body };
  return { collection: SESSIONS, ...(version === 0 ? { insert: document } : { replace: document }) };
}
