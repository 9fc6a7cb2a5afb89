import { hash } from 'node:crypto';
import {
  type Actor,
  type EventData,
  type EventId,
  type GrantClaims,
  type KeyEventType,
  type KeyRefusal,
  LabelReference,
  type NewEvent,
  type RequestId,
  RoomId,
  ShareLinkId,
  type Target,
  UserId,
} from '@strongroom/domain';
import type { Change, Clock, DocumentStore, Ids, Log } from '@strongroom/ports';
import { logError } from '@strongroom/store-kit';

/** A grant that the room service signed, with the request it came with. */
export type GrantRequest = Readonly<{
  grant: string;
  claims: GrantClaims;
  /** Thumbprint of the client's key. */
  client: string;
  /** The device that proved the person; null for none. */
  device: string | null;
  request: Readonly<{ id: RequestId; ip: string }>;
  reason: string | null;
}>;

type Deps = Readonly<{
  documents: Pick<DocumentStore, 'commit'>;
  clock: Pick<Clock, 'now'>;
  ids: Ids;
  log: Log;
  /** Whether a refusal of a subject gets an event of its own. */
  mayRecordRefusal: (subject: string) => Promise<boolean>;
}>;

/** The target of events about the key service itself. */
export const KEY_SERVICE: Target = { type: 'organisation', id: 'key-service', roomId: null, label: null };

/** The key service's own audit log. It never holds a key, a token or a signature. */
export class ReleaseRecord {
  readonly #deps: Deps;
  /** Refusals beyond the limit of events, by subject. */
  #uncounted = new Map<string, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Writes releases and what they changed, all or nothing. Durable when it resolves. */
  async releases(released: readonly GrantRequest[], changes: readonly Change[]): Promise<void> {
    await this.#deps.documents.commit(
      changes,
      released.map((asked) => this.#event('key.released', asked, null)),
    );
  }

  /** Records a refusal. A record that cannot be written does not change the answer: nothing was released. */
  async refusal(asked: GrantRequest, { code, rule }: KeyRefusal): Promise<void> {
    await this.#limited(asked.claims.sub, () =>
      this.#deps.documents.commit([], [this.#event('key.refused', asked, rule, { code })]),
    );
  }

  /** Records that a sign-in of a client was refused. Its limit is one for all clients: anyone can begin a sign-in. */
  async signInRefusal(client: string, { rule }: KeyRefusal): Promise<void> {
    await this.#limited('sign-in', () => this.note('key.sign_in_refused', { rule, client }));
  }

  async #limited(subject: string, write: () => Promise<unknown>): Promise<void> {
    try {
      if (await this.#deps.mayRecordRefusal(subject)) await write();
      else this.#uncounted.set(subject, (this.#uncounted.get(subject) ?? 0) + 1);
    } catch (error) {
      logError(this.#deps.log, 'error', 'a refusal cannot be recorded', error);
    }
  }

  /** Writes the numbers of refusals that had no event of their own. Call it once a minute, and at the end. */
  async flush(): Promise<void> {
    const counted = this.#uncounted;
    this.#uncounted = new Map();
    for (const [subject, count] of counted)
      await this.note('key.refusals_counted', { subject, count }).catch((error: unknown) =>
        logError(this.#deps.log, 'error', 'refusals cannot be recorded', error, { count }),
      );
  }

  /** Records an act of the operator or of the service itself. */
  async note(
    type: KeyEventType,
    data: EventData,
    changes: readonly Change[] = [],
    request: GrantRequest['request'] | null = null,
  ): Promise<void> {
    const { documents, clock, ids } = this.#deps;
    const now = clock.now();
    await documents.commit(changes, [
      {
        id: ids.timed<EventId>(now),
        type,
        outcome: 'allowed',
        rule: null,
        occurredAt: now,
        actor: { type: 'system' },
        target: KEY_SERVICE,
        request,
        data,
      },
    ]);
  }

  #event(type: KeyEventType, asked: GrantRequest, rule: string | null, more: EventData = {}): NewEvent {
    const { claims, grant, client, device, request, reason } = asked;
    const now = this.#deps.clock.now();
    return {
      id: this.#deps.ids.timed<EventId>(now),
      type,
      outcome: rule === null ? 'allowed' : 'denied',
      rule,
      occurredAt: now,
      actor: actorOf(claims),
      target: {
        type: 'file',
        id: claims.file,
        roomId: RoomId.parse(claims.room),
        label: LabelReference.parse(claims.label),
      },
      request,
      data: {
        jti: claims.jti,
        evt: claims.evt,
        op: claims.op,
        grant_hash: hash('sha256', grant, 'base64url'),
        wdk: claims.wdk,
        room_label: claims.room_label,
        person_iss: claims.person?.iss ?? null,
        person_id: claims.person?.id ?? null,
        client,
        device,
        reason,
        ...more,
      },
    };
  }
}

/** `verifyGrant` has checked the form of the subject. */
function actorOf({ sub }: GrantClaims): Actor {
  const id = sub.slice(sub.indexOf(':') + 1);
  return sub.startsWith('share:')
    ? { type: 'share', id: ShareLinkId.parse(id) }
    : { type: 'user', id: UserId.parse(id), tokenId: null };
}
