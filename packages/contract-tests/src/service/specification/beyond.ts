import { type SpecificationRow, sectionRows } from './row.ts';

/** Rows of additions to the specification. */
export const ADDITION_ROWS: readonly SpecificationRow[] = sectionRows('+ Beyond the specification', [
  [
    'I1-requests',
    'Form of a request.',
    'JSON up to 16 KiB on public operations, 1 MiB in bulk, 64 KiB elsewhere; 200 members in an object, 1 000 in all (20 000 in bulk), 32 levels; unknown fields, unknown and repeated parameters are refused; 405 with `Allow`; `HEAD` is `GET` without a body.',
  ],
  [
    'I1-order',
    'Order of checks.',
    '404 path, 405, 401, 429, 403 scope, 400 (page and cursor included), 404 hidden, 403 role, 409 state.',
  ],
  ['I2-oversight', 'Administration of rooms by users who are not members.', '`GET /oversight/rooms`; metadata only.'],
  [
    'I2-visibility',
    'Visibility of rooms and files.',
    'Members whose clearance reaches room and file; without exception.',
  ],
  [
    'I4-log',
    'Readers of the audit log, and the bound of its totals.',
    'A denial answered with 404 is shown to full clearance only; `meta.total_is_exact` is false above 10 000.',
  ],
  [
    'I4-openings',
    'A report counts who opened which file, from the audit log.',
    '`GET /audit-events/openings` for readers of the events, of a room with `room_id`: JSON lines with user or link, file, count, first and last time; with `time_zone` the count of each day by the clocks of that zone too.',
  ],
  [
    'I4-follow',
    'A program follows the audit log from a position, oldest first.',
    '`GET /audit-events/follow?position=…&wait=…` for readers of the events, of a room with `room_id`: JSON lines, at most 500; a position beyond the end is `INVALID_CURSOR`.',
  ],
  [
    'I4-folders',
    'The files of one folder can be listed.',
    '`GET /rooms/:room_id/files?folder=…`, with `recursive=true` also what is below, with `name` only files of that name; only visible files are counted, letter case does not count.',
  ],
  [
    'I4-files-edit',
    'A file can be renamed, moved and relabelled.',
    '`PATCH /files/:id` for owners and contributors; only owners lower a label; links follow it.',
  ],
  [
    'I8-service',
    'Clients learn what a service offers before they sign in.',
    '`GET /service`, public: its ways to sign in, its key service or null, its limits.',
  ],
  [
    'I8-key-grant',
    'Keys are granted to a client for the key service.',
    '`client_jkt` on requests that lead to a wrapped key, answered with `key_grant` and `key_grant_missing`, both null without a key service; `POST /files/:id/key-grant` renews a grant.',
  ],
  [
    'I8-upload-parts',
    'A large upload continues where it was interrupted.',
    'Announcements answer `part_size`, null where a file is sent whole; `POST /files/:id/upload-parts {iv}` names the missing parts with an address for each, and confirming joins the parts of its iv.',
  ],
  [
    'I8-key-person',
    'Users link themselves to their person at the key service.',
    '`POST /me/key-person` with a link of the key service and a session of ten minutes; A linked person is replaced only with a link of that person in `previous_link` (else 409 `KEY_PERSON_LINKED`), or after `DELETE /users/:id/key-person` by another owner or security officer.',
  ],
  [
    'I8-identity',
    'Users, and administrators for them, unlink the account of the organisation.',
    '`DELETE /me/identity` with a session of ten minutes, and a password to sign in with (else 409 `LAST_SIGN_IN`); `DELETE /users/:id/identity` by owner and security officer. Sessions that began with the identity provider end, the user gets a mail; `GET /me` says `identity_linked`.',
  ],
  [
    'I8-second-factor',
    'People who sign in with a password prove a second factor.',
    'An authenticator app (RFC 6238), passkeys (WebAuthn) and ten recovery codes, at `/me/second-factor`. `POST /sessions` and `POST /invitations/accept` of a user with one answer 401 `SECOND_FACTOR_REQUIRED` with `second_factor: {pending, expires_at, ways}` in the error, and `POST /sessions/second-factor {pending, code|recovery_code|passkey}` the session. `DELETE /users/:id/second-factor` by owner, domain_admin and security_officer removes a lost one. Deleting a room and making a token take a proof of ten minutes (else 403 `SECOND_FACTOR_TOO_OLD`).',
  ],
  [
    'I8-email',
    'The address of a user changes after both addresses confirmed it.',
    '`PATCH /users/:id {email}`, sent alone: 200 with `pending_email`; both addresses get a link with a token `sri_…` for 72 hours, in either order to `POST /email-changes/confirm {token}` → `{changed}`, public, else 404 `EMAIL_CHANGE_NOT_FOUND`. A further request replaces the first, and one for the present address withdraws it. For oneself with a session of ten minutes (else 403 `SESSION_TOO_OLD`); by owner and domain_admin for roles not above their own; `waive_old` by owners for others, with such a session, as long as they are owners. The old address gets a notice of the change. An address in use gets the same answer and no link.',
  ],
  [
    'I8-erase',
    'A person is erased on request.',
    '`POST /users/:id/erase` by owner and domain_admin, not above one’s own role and never oneself (409 `CANNOT_DEACTIVATE_SELF`): 200 `{data: User}` with the name “erased user”, the address `erased-<id>@invalid`, `status: deactivated` and `erased_at`; again the same. Lists leave them out. Reactivating, role, clearance and activation link: 409 `USER_ERASED`. The address may be invited again.',
  ],
  [
    'I4-proof',
    'The audit log can be verified by anyone, offline.',
    '`GET /audit/checkpoint`, `GET /audit/key`, `GET /audit/tile/…` and `GET /audit/export`, for readers of the whole log: texts, tiles and a tar archive, not JSON. `GET /audit-events/:id/proof` for readers of an event, and `GET /audit-events/export?proofs=true` for all that they read.',
  ],
  [
    'I8-webhooks',
    'Receivers get audit events as they happen.',
    '`GET|POST /webhooks {room_id?}`, `PATCH|DELETE /webhooks/:id`, `POST /webhooks/:id/rotate-secret` and `/enable`, `GET|POST /webhooks/:id/deliveries`, for owners, and for owners of a room with its events. Signed as in Standard Webhooks, in the order of the log, at least once; no address of a private network is called.',
  ],
  [
    'I8-notifications',
    'Each user chooses how often news of their rooms come by mail.',
    '`GET|PATCH /me/notifications {level?, time_zone?}` and `GET|PATCH /rooms/:id/notifications {level}`: `at_once`, `daily`, `weekly`, `none`, or null for the choice above. A mail has what its reader may see when it goes out; its List-Unsubscribe works without signing in (RFC 8058).',
  ],
  [
    'I8-favourites',
    'Each user has favourites among their rooms, and sees when something last came into them.',
    '`PATCH /rooms/:id/favourite {favourite}` and `favourite` of a room; `GET /rooms?last_activity=true` with `last_activity_at`, the time of the newest file that the caller sees.',
  ],
  [
    'I8-visits',
    'Each browser of a user knows what they have seen of a room.',
    '`PATCH /rooms/:id/visit {seen_file_count}`, and `seen_file_count` and `seen_at` of a room; owners of the room see the day as `last_visit_on` of a member, other users see nothing of it, and it ends with the membership.',
  ],
  [
    'I4-receipts',
    'The destruction of a room can be followed.',
    '`GET /destruction-receipts`, `GET /destruction-receipts/:id`, its files, with their names where an owner of the room kept them (`DELETE /rooms/:id?keep_names=true`), and its proof in the audit log.',
  ],
  [
    'I4-shares',
    'Links can be listed, seen and revoked; their holders can look before they download.',
    '`GET|DELETE /shares/:id`, `GET /files/:id/shares`, `GET /rooms/:id/shares`, `GET /shares/by-token/:token`.',
  ],
  [
    'I8-share-changes',
    'Links have a name, a recipient and a message, and can be changed.',
    '`POST /files/:file_id/share {name?, recipient?, message?}` and `PATCH /shares/:id {name?, recipient?, message?, expires_at?, max_downloads?}`. A cap below the downloads so far is 409 `SHARE_ALREADY_USED`; one that equals them ends the link. A link that expired or is used up works again, a revoked one never. `GET /shares/by-token/:token` names the sender, the organisation and the message; with `anonymous_links` of the room the message only.',
  ],
  [
    'I8-packages',
    'One link leads to several files.',
    '`POST /rooms/:id/packages {items: [{file_id, version?, key?}] | folder_id, expires_in, …}`, at most 500 files, all or none. `GET /shares/by-token/:token` shows number, names and sizes, and a use counts once and answers 100 files in a page. With `redemption` further pages and fresh addresses, for 24 hours: the first answer about a file releases its key, later ones do not. `INVALID_CURSOR` for a redemption of another link. `GET /rooms/:id/shares?kind=package|all`. `GET /shares/:id/files` lists `{index, file_id, name, folder, size, content_type, version, given}` of those that the caller sees.',
  ],
  [
    'I8-upload-requests',
    'People without an account send files into the inbox of a room.',
    '`POST /rooms/:id/upload-requests {folder_id?, expires_in, max_files?, max_bytes?, message?}` makes a draft with a wrapped key, and `POST /upload-requests/:id/open {public_key, private_key, iv, tag}` its link. `GET|POST /upload-requests/by-token/:token…` without an account: who asks, an address, a confirmation with the data key as a JWE and `{sender_name?, note?}`, which items of the inbox show. `GET /rooms/:id/inbox`, and of an item `download-url`, `accept {file_id}`, `refuse`. 410 `REQUEST_REVOKED`, `REQUEST_EXPIRED`, `REQUEST_FULL`, in this order.',
  ],
  [
    'I8-resume',
    'A counted download of a link can be finished.',
    '`POST /shares/by-token/:token/resume {redemption}` with the `redemption` of the answer to the download: another address, no key, for 24 hours, at most 100 times, after the end of the link too; not once it is revoked or its file deleted. 410 `REDEMPTION_ENDED`, the same for one of another link.',
  ],
  [
    'I4-sessions',
    'People sign in with a password.',
    '`POST /sessions`, `DELETE /sessions/current`, `POST /me/password`.',
  ],
  [
    'I8-room-invitations',
    'Room owners invite people by address.',
    '`POST /rooms/:id/invitations`: an unknown address becomes an external user; the mail names inviter and room.',
  ],
  [
    'I8-password-reset',
    'People who forgot their password get a link.',
    '`POST /password-reset`: the same answer for every address; the link requires a new password and ends all sessions.',
  ],
  [
    'I8-find-rooms',
    'Rooms can be found by name.',
    '`GET /rooms?q=…&status=…&classification=…`: words of the name by their beginning.',
  ],
  [
    'I8-folders',
    'The folders of a room can be listed.',
    '`GET /rooms/:id/folders`: path and number of the files that the caller sees; `?prefix=` lists paths that begin with a text.',
  ],
  [
    'I8-folders-make',
    'Folders are made and deleted, and may be empty.',
    '`POST /rooms/:id/folders {path}` and `/folders/bulk` make what is missing (201), and answer what is there (200), whatever its letter case; `DELETE /rooms/:id/folders/:folder_id` refuses one in which the caller sees something.',
  ],
  [
    'I8-folders-move',
    'A folder is renamed or moved with everything below it, in one step.',
    '`PATCH /rooms/:id/folders/:folder_id {path}`: it keeps its id, files and announced uploads follow, also those that the caller does not see, and the audit log has one event.',
  ],
  [
    'I8-folders-order',
    'Folders have an order among those beside them.',
    '`PATCH /rooms/:id/folders/:folder_id {position}`, counted among those that the caller sees; `position` in answers that read or order one folder, and in lists with `?positions=true`. A folder that was not ordered is placed by its name, and a rename does not move it.',
  ],
  [
    'I8-numbering',
    'Folders and files have index numbers that stay.',
    '`numbering: fixed` of a room numbers everything in it, folders first; `index` of folders and files is the same for every reader. A new or moved thing gets the highest number that its place ever gave and one, until an owner numbers the room again (`POST /rooms/:id/renumber`, which counts what the caller sees).',
  ],
  [
    'I8-folders-hidden',
    'A folder that holds only hidden files is answered like an absent one.',
    'It is not listed or found, and can be made: who sees both meets one folder. Deleting it leaves what the caller does not see.',
  ],
  [
    'I8-groups',
    'Members of a room are put into groups.',
    '`GET|POST /rooms/:id/groups`, `PATCH|DELETE …/:group_id`, `POST …/members` and `DELETE …/members/:user_id`, for owners of the room, with `may` and in the list with `?may=true`; other members see the names of the groups that they are in, and any other group is answered like an absent one. `GET /rooms/:id/members` names the groups of each member: all to owners, to other members those that they share.',
  ],
  [
    'I8-access',
    'A folder is restricted to groups, and absent for all other members but owners of the room.',
    '`PUT /rooms/:id/folders/:folder_id/access {groups: [{group_id, role}] | null}`, in places with the structure "owners", in which only owners make folders; `POST …/folders {path, access}` makes a restricted one. Lists, totals, search, links and the bin leave out what is in it. `as_group` of the room and of its lists of files and folders shows owners what a viewer in that group sees, `as_member` what a member sees. `POST /rooms/:id/sight {folder_id|file_id, to_folder|groups}` counts for owners, before a move or a list, the members who gain and lose sight.',
  ],
  [
    'I8-sessions',
    'People see their sessions and end them.',
    '`GET|DELETE /me/sessions`, `DELETE /me/sessions/:id`; not with a token that is limited to scopes.',
  ],
  [
    'I8-sessions-of-others',
    'Administrators see the sessions of users of no higher role, and end them.',
    '`GET|DELETE /users/:id/sessions`, `DELETE /users/:id/sessions/:session_id`: owner, domain_admin, security_officer; addresses only for readers of the audit log; one’s own end at `/me/sessions`. `last_sign_in_at` and `second_factor` (`on`, `off`, `not_asked`) of `GET /users/:id` and `GET /users?last_sign_in=true&second_factor=true`, for the same callers.',
  ],
  [
    'I8-rooms-of-person',
    'Overseers and department admins see the rooms of a user, as far as they see them themselves.',
    '`GET /users/:id/rooms`: `[{room_id, name, classification, status, role, groups, added_by, joined_at, expires_at, effective_access}]`, newest first. Owner, domain_admin, security_officer and auditor: rooms up to their clearance, each look recorded as `room.overseen`; department_admin: rooms in which they see the user; anyone: their own.',
  ],
  [
    'I8-device-code',
    'Programs sign in by a code that a person types in a browser.',
    '`POST /device-logins` and `…/token` for the program, `…/find`, `…/allow` and `…/refuse` for a person with a session: RFC 8628 in the form of this interface. `STRONGROOM_DEVICE_LOGIN=off` turns it off.',
  ],
  [
    'I8-cookie-sessions',
    'Pages of the service keep the session in a cookie.',
    '`POST /sessions {…, transport: "cookie"}`: a `__Host-Http-` cookie that no script reads. It counts only with `X-Strongroom: 1` and `Sec-Fetch-Site: same-origin`, for GET too, and never beside `Authorization`.',
  ],
  [
    'I8-find-invitation',
    'The holder of a link sees whether it is open.',
    '`POST /invitations/find {token}` → `{email, expires_at, needs_password, invited_by: {name, email} | null, room_name: string | null}`, without effect; else the codes of `POST /invitations/accept`.',
  ],
  [
    'I8-uninvite',
    'An open invitation can be revoked.',
    '`DELETE /users/:id/invitation`; a user who never accepted is removed, and their address is free again.',
  ],
  ['I4-activation-link', 'An active user who cannot sign in gets a new link.', '`POST /users/:id/activation-link`.'],
  [
    'I4-idempotency',
    'A repeated request has one effect.',
    '`Idempotency-Key` on any POST of a signed-in caller and on the redemption of a link; `POST /sessions` and `POST /invitations/accept` ignore it. A key is remembered for 24 hours, on a link for ten minutes and three replays.',
  ],
  [
    'I5-per-user',
    'Rooms and uploads that a user may create in a minute.',
    '30 rooms and 3000 announced uploads, each item of a bulk request counted; beyond that 429 `RATE_LIMIT_EXCEEDED`.',
  ],
  [
    'I7-objects',
    'The embedded object store serves signed addresses.',
    '`/blobs/…`: 403, 404, 413 and 416 in JSON; 429 `TOO_MANY_UPLOADS` beyond eight uploads of a user at a time.',
  ],
  [
    'I7-outside',
    'Health and documentation are outside the prefix.',
    '`/healthz`, `/readyz`, `/docs`; the OpenAPI document is `GET /api/v1/openapi.json`.',
  ],
  [
    'I8-outside',
    'External users see only whom they meet in a room.',
    '`external` in `POST /users/invite` and `PATCH /users/:id`; role `member`, no rooms of their own, no org units.',
  ],
  [
    'I8-visibility',
    'A room can hide its members from each other.',
    '`member_visibility: owners` in `PATCH /rooms/:id`: members who are not owners see themselves and the owners, in lists, counts, files and links. With `groups` they also see those with whom they share a group, unless that says `members_see_each_other: false`, and links of their own.',
  ],
  [
    'I8-bin',
    'A room may keep deleted files in a bin.',
    '`bin_days` 0–90 in `POST /rooms` and `PATCH /rooms/:id`, 0 by default: a deleted file answers 404 to every caller at once, and `POST /files/:id/restore` brings it back with its id until `restorable_until`; its links stay ended.',
  ],
  [
    'I8-bin-rights',
    'Owners see the whole bin, others what they deleted themselves.',
    '`GET /rooms/:id/bin`; owners destroy with `DELETE /rooms/:id/bin/:file_id`, or all that they see with `DELETE /rooms/:id/bin`. At the end of the term, and with the room, keys and objects are destroyed.',
  ],
  [
    'I8-exports',
    'An export of a room is recorded before its first key.',
    '`POST /rooms/:id/exports {files, manifest_sha256?}` by an owner of the room → 201 with the id of the event `room.exported`; at the end again, with the hash of the manifest. Archived rooms can be exported.',
  ],
  [
    'I8-versions',
    'A file keeps the versions that were replaced.',
    '`replaces` in `POST /rooms/:id/files/upload-url`: confirmed, the upload is the current version of that file. `GET /files/:id/versions`, `GET /files/:id/download-url?version=`, `POST /files/:id/versions/:version/restore`, `DELETE /files/:id/versions/:version`; numbers are never given twice, and the current version cannot be deleted.',
  ],
  [
    'I8-versions-links',
    'A link follows the current version, or leads to the one that it names.',
    '`version` in `POST /files/:id/share`: such a link ends with its version.',
  ],
  [
    'I8-versions-rights',
    'Versions are seen by owners and contributors up to their clearance.',
    'For viewers only the current version exists. A version keeps its label, and a replacement or restoration with a lower one takes an owner of the room.',
  ],
  [
    'I8-may',
    'Answers say what their caller may do.',
    '`may` in single answers, in lists with `?may=true`: the actions of the [table](permissions.md#may) that are allowed now. `POST /access/explain` says the same about oneself, of what `folder_id`, `share_id`, `member_id`, `target_user_id` or `org_unit_id` names too.',
  ],
  [
    'I8-member-end',
    'A membership may have an end.',
    '`expires_at` in `POST /rooms/:id/members` and `/invitations`: from then on it is as if it were not there, and owners see it as `expired`; null takes it away, and owners have none.',
  ],
]);
