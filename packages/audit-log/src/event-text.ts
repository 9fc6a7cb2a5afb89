import {
  type Actor,
  type AuditEvent,
  type EventData,
  type EventId,
  formatInstant,
  type Instant,
  instant,
  type Label,
  type NewEvent,
  type RequestId,
  type RoomId,
  SECOND,
  type SessionId,
  type ShareLinkId,
  type TargetType,
  type TokenId,
  type UploadRequestId,
  type UserId,
} from '@strongroom/domain';
import { type Facets } from '@strongroom/ports';
import { canonicalJson, canonicalText } from './canonical-json.ts';
import { termsOf } from './terms.ts';

/** Size of the text of an event, in bytes of UTF-8, with the longest `seq`. */
export const MAX_EVENT_BYTES = 16_384;

const LONGEST_SEQ = 16;

/** Random bits that keep a hash from being guessed, and the address under its own. Stored apart from the event. */
export type EventSalts = Readonly<{ salt: string; ipSalt: string }>;

/** The address of a caller, which is stored beside the event and can be erased alone. */
export type StoredAddress = Readonly<{ ip: string; salt: string }>;

/** An event before it has its `seq`, which goes between `head` and `tail`. */
export type EncodedEvent = Readonly<{
  id: EventId;
  head: string;
  tail: string;
  address: StoredAddress | null;
  facets: Facets;
}>;

/**
 * Encodes an event as canonical JSON. `hash` is SHA-256 of the UTF-8 of a text, in hexadecimal digits. Throws TypeError
 * for an event that is too long or has no canonical form.
 */
export function encodeEvent(
  event: NewEvent,
  { salt, ipSalt }: EventSalts,
  hash: (text: string) => string,
): EncodedEvent {
  const { id, actor, target, request, occurredAt } = event;
  const ip = request?.ip ?? null;
  const actorId = actor.type === 'system' ? null : actor.id;
  const tokenId = actor.type === 'user' ? actor.tokenId : null;
  const from = ip === null ? 'null' : canonicalText(hash(ipSalt + ip));
  // The names of each object in order, so that nothing has to be sorted.
  const head =
    `{"actor":{"id":${textOrNull(actorId)},"token_id":${textOrNull(tokenId)},"type":${canonicalText(actor.type)}},` +
    `"data":${canonicalJson(event.data)},"id":${canonicalText(id)},"occurred_at":"${timeText(occurredAt)}",` +
    `"outcome":${canonicalText(event.outcome)},` +
    `"request":${request ? `{"id":${canonicalText(request.id)},"ip_hash":${from}}` : 'null'},` +
    `"rule":${textOrNull(event.rule)},"salt":${canonicalText(salt)},"seq":`;
  const tail =
    `,"target":{"id":${canonicalText(target.id)},"label":${textOrNull(target.label)},` +
    `"room_id":${textOrNull(target.roomId)},"type":${canonicalText(target.type)}},` +
    `"type":${canonicalText(event.type)},"v":1}`;
  if (lengthOf(head + tail) + LONGEST_SEQ > MAX_EVENT_BYTES)
    throw new TypeError(`an event has more than ${MAX_EVENT_BYTES} bytes`);
  return {
    id,
    head,
    tail,
    address: ip === null ? null : { ip, salt: ipSalt },
    facets: { occurredAt, terms: termsOf(event) },
  };
}

const textOrNull = (text: string | null): string => (text === null ? 'null' : canonicalText(text));

/** The text that is stored and hashed. */
export const eventText = ({ head, tail }: Pick<EncodedEvent, 'head' | 'tail'>, seq: number): string =>
  `${head}${seq}${tail}`;

type ParsedActor = Readonly<
  | { type: 'user'; id: UserId; token_id: TokenId | SessionId | null }
  | { type: 'share'; id: ShareLinkId }
  | { type: 'upload_request'; id: UploadRequestId }
  | { type: 'system' }
>;

type Parsed = Readonly<{
  seq: number;
  id: EventId;
  type: NewEvent['type'];
  outcome: AuditEvent['outcome'];
  rule: string | null;
  occurred_at: string;
  actor: ParsedActor;
  target: Readonly<{ type: TargetType; id: string; room_id: RoomId | null; label: Label | null }>;
  request: Readonly<{ id: RequestId; ip_hash: string | null }> | null;
  data: EventData;
}>;

// `encodeEvent` made the text from values of these types.
const parse: (text: string) => Parsed = JSON.parse;

/** The event of a text that `encodeEvent` made. `ip` is the address stored beside it, null if it was erased. */
export function eventOfText(text: string, ip: string | null): AuditEvent {
  const parsed = parse(text);
  const { actor, target, request } = parsed;
  return {
    seq: parsed.seq,
    id: parsed.id,
    type: parsed.type,
    outcome: parsed.outcome,
    rule: parsed.rule,
    occurredAt: instant(Date.parse(parsed.occurred_at)),
    actor: actorOf(actor),
    target: { type: target.type, id: target.id, roomId: target.room_id, label: target.label },
    request: request && { id: request.id, ip },
    data: parsed.data,
  };
}

/** Reads the time and the terms of an event from its text, for an index. */
export function facetsOfText(text: string): Facets {
  const event = eventOfText(text, null);
  return { occurredAt: event.occurredAt, terms: termsOf(event) };
}

const actorOf = (actor: ParsedActor): Actor => {
  if (actor.type === 'system') return { type: 'system' };
  if (actor.type === 'user') return { type: 'user', id: actor.id, tokenId: actor.token_id };
  // The text has `token_id` for every actor.
  return actor.type === 'share' ? { type: 'share', id: actor.id } : { type: 'upload_request', id: actor.id };
};

/** With milliseconds: filters by time are exact. Quicker than `toISOString`, which makes the date each time. */
function timeText(at: Instant): string {
  const milliseconds = String(at - Math.floor(at / SECOND) * SECOND).padStart(3, '0');
  return `${formatInstant(at).slice(0, -1)}.${milliseconds}Z`;
}

/** Bytes of UTF-8 of a well-formed text. */
function lengthOf(text: string): number {
  if (text.length * 3 + LONGEST_SEQ <= MAX_EVENT_BYTES) return text.length;
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}
