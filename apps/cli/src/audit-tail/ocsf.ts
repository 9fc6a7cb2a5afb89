import type { AuditEvent } from '@strongroom/client';
import { ACCOUNT_ACTIVITIES, FILE_ACTIVITIES, SESSION_ACTIVITIES, verbActivity } from './ocsf-activities.ts';

type Type = AuditEvent['type'];
type Fields = Readonly<Record<string, unknown>>;
/** A class of OCSF 1.2.0 with the fields that only it has. */
type Classified = Readonly<{ uid: number; activity: number; fields: Fields }>;

const PRODUCT = { name: 'Strongroom', vendor_name: 'Strongroom' };
const SERVICE = { name: 'Strongroom' };
const [INFORMATIONAL, LOW] = [1, 2];
const [USER, OTHER] = [1, 99];
const REGULAR_FILE = 1;

/** An event as one of OCSF 1.2.0: of authentication, of an account, of a shared file, or else of the API. */
export function ocsfOf(event: AuditEvent): Fields {
  const { uid, activity, fields } = classified(event);
  const isAllowed = event.outcome === 'allowed';
  const source = event.request?.ip;
  return {
    activity_id: activity,
    category_uid: Math.floor(uid / 1000),
    class_uid: uid,
    type_uid: uid * 100 + activity,
    time: Date.parse(event.occurred_at),
    severity_id: isAllowed ? INFORMATIONAL : LOW,
    status_id: isAllowed ? 1 : 2,
    ...((event.rule ?? null) !== null && { status_detail: event.rule }),
    message: event.type,
    metadata: {
      version: '1.2.0',
      product: PRODUCT,
      uid: event.id,
      sequence: event.seq,
      event_code: event.type,
      log_name: 'audit',
    },
    src_endpoint: source ? { ip: source } : { svc_name: SERVICE.name },
    ...fields,
    unmapped: { target: event.target, data: event.data },
  };
}

function classified(event: AuditEvent): Classified {
  const { type, target } = event;
  const session = SESSION_ACTIVITIES[type];
  if (session !== undefined && event.actor.type === 'user')
    return {
      uid: 3002,
      activity: session,
      fields: { user: userOf(event.actor.id), service: SERVICE, session: { uid: target.id } },
    };
  const account = ACCOUNT_ACTIVITIES[type];
  if (account !== undefined && target.type === 'user')
    return { uid: 3001, activity: account, fields: { actor: actorOf(event), user: userOf(target.id) } };
  const file = FILE_ACTIVITIES[type];
  const fileId = target.type === 'file' ? target.id : event.data['file_id'];
  if (file !== undefined && typeof fileId === 'string')
    return {
      uid: 6006,
      activity: file,
      // The log holds no names.
      fields: { actor: actorOf(event), file: { name: fileId, uid: fileId, type_id: REGULAR_FILE } },
    };
  return {
    uid: 6003,
    activity: verbActivity(type),
    fields: { actor: actorOf(event), api: apiOf(event), resources: [{ uid: target.id, type: target.type }] },
  };
}

/** A refusal names the action that was tried. */
function apiOf({ type, data, request }: AuditEvent): Fields {
  const action = data['action'];
  return {
    operation: typeof action === 'string' ? action : (type satisfies Type),
    service: SERVICE,
    ...(request && { request: { uid: request.id } }),
  };
}

function actorOf({ actor }: AuditEvent): Fields {
  if (actor.type === 'system') return { app_name: SERVICE.name };
  if (actor.type === 'share') return { user: { uid: actor.id, type_id: OTHER, type: 'Share link' } };
  if (actor.type === 'upload_request') return { user: { uid: actor.id, type_id: OTHER, type: 'Upload request' } };
  const session = actor.token_id ?? null;
  return { user: userOf(actor.id), ...(session !== null && { session: { uid: session } }) };
}

const userOf = (id: string | null): Fields => ({ uid: id ?? '', type_id: USER });
