/** The process of the vault: makes, uses and destroys keys of rooms, and cannot unwrap. */
import type { MessageValue } from './process/messages.ts';
import { serveParent } from './process/serve.ts';
import { TokenFailure } from './process/token-failure.ts';
import { refuseOuterKey, refuseUnfitToken } from './token/fitness.ts';
import { RoomKeys } from './token/room-keys.ts';
import { Session } from './token/session.ts';

let open: RoomKeys | undefined;
/** The token held nothing when it was opened, and no key was made since. */
let isNew = false;

const keys = (): RoomKeys => {
  if (open === undefined) throw new TokenFailure('lost', 'CLOSED', 'the token is not open');
  return open;
};
const text = (value: MessageValue | undefined): string => (typeof value === 'string' ? value : '');

serveParent({
  // `serial` and `hasKeys` as they were before the token was lost.
  open: async (library, token, pin, outerModulus, serial, hasKeys) => {
    const session = await Session.open({ library: text(library), token: text(token), pin: text(pin) });
    if (serial !== null && serial !== session.serial)
      throw new TokenFailure('lost', 'OTHER_TOKEN', 'another token has the label now');
    refuseUnfitToken(session);
    if (typeof outerModulus === 'string') refuseOuterKey(session, Buffer.from(outerModulus, 'base64url'));
    open = new RoomKeys(session);
    open.check({ isNew: hasKeys !== 1 });
    ({ isNew } = open);
    return JSON.stringify({ isNew, serial: session.serial });
  },
  create: () => {
    const uuid = keys().create();
    isNew = false;
    return uuid;
  },
  wrap: (uuid, kmsKeyId) => keys().wrap(text(uuid), text(kmsKeyId))?.toString('base64') ?? null,
  destroy: async (uuid, now) => (await keys().destroy(text(uuid), Number(now))) ?? null,
  list: () => keys().list().join(' '),
  check: () => {
    keys().check({ isNew });
    return null;
  },
});
