import {
  type AvailableFile,
  type BearerSecret,
  bearerSecret,
  type Email,
  type GcmTag,
  type Iv,
  isBearerSecret,
  type KeyThumbprint,
  type LiveRoom,
  type OrgRole,
  type RoomRole,
  type Scope,
  type ShareLink,
} from '@strongroom/domain';
import type { NewShare, UploadGrant } from '../../src/index.ts';
import { MARK } from './events.ts';
import { aRequest, Person } from './person.ts';
import type { World } from './world.ts';

let made = 0;
const next = (): number => ++made;

export const anEmail = (): Email => `${MARK}-${next()}@rooms.example` as Email;

/** The activation token that the last mail to an address holds on a line of its own. */
export async function mailedToken(world: World, email: Email): Promise<BearerSecret> {
  await world.app.worker.runDue();
  const mail = world.ports.mailer.sent.findLast((message) => message.to === email);
  const token = mail?.text.split('\n').find((line) => isBearerSecret('invitation', line));
  if (token === undefined) throw new Error('no token was mailed');
  return token;
}

/** A user who accepted an invitation and made an API token with their first session. */
export async function aPerson(
  world: World,
  role: OrgRole = 'member',
  { clearance }: Readonly<{ clearance?: string }> = {},
): Promise<Person> {
  const { app, owner } = world;
  const email = anEmail();
  await owner.ask(app.users.invite, { email, role });
  const secret = await mailedToken(world, email);
  const name = `Person ${MARK} ${next()}`;
  const accepted = await app.users.accept({ request: aRequest() }, { secret, name: name as never });
  const person = new Person(app, { id: accepted.user.id, email, secret: accepted.secret });
  if (clearance !== undefined) await owner.ask(app.users.setClearance, { userId: person.id, clearance });
  return person.with(await aToken(world, person));
}

export const PASSWORD = `correct horse ${MARK} staple`;

/** The same user after a deactivation: reactivated, with a new invitation and a new token. */
export async function comesBack(world: World, person: Person): Promise<Person> {
  const { app, owner } = world;
  await owner.ask(app.users.reactivate, { userId: person.id });
  await owner.ask(app.users.sendActivationLink, { userId: person.id });
  const accepted = await app.users.accept(
    { request: aRequest() },
    {
      secret: await mailedToken(world, person.email),
      name: `Person ${MARK} again` as never,
      password: PASSWORD as never,
    },
  );
  return person.with(await aToken(world, person.with(accepted.secret)));
}

/** The secret of a new API token of that person. */
export async function aToken(world: World, person: Person, scopes?: readonly Scope[]): Promise<BearerSecret> {
  const { secret } = await person.ask(world.app.tokens.create, { name: `token ${MARK} ${next()}`, scopes });
  return secret;
}

/** The same person with a token that is limited to these scopes. */
export const limitedTo = async (world: World, person: Person, ...scopes: Scope[]): Promise<Person> =>
  person.with(await aToken(world, person, scopes));

export async function aRoom(world: World, by: Person, classification = 'C2'): Promise<LiveRoom> {
  const { room } = await by.ask(world.app.rooms.create, {
    name: `Room ${MARK} ${next()}`,
    description: `About ${MARK}`,
    classification,
  });
  return room;
}

/** Adds a person to a room and returns them. */
export async function joins(
  world: World,
  person: Person,
  room: Pick<LiveRoom, 'id'>,
  role: RoomRole,
  by: Person,
): Promise<Person> {
  await by.ask(world.app.rooms.addMember, { roomId: room.id, userId: person.id, role });
  return person;
}

/** A new member of the organisation who is also in the room. */
export const aMember = async (
  world: World,
  room: Pick<LiveRoom, 'id'>,
  role: RoomRole,
  by: Person,
  orgRole: OrgRole = 'member',
): Promise<Person> => joins(world, await aPerson(world, orgRole), room, role, by);

export const CIPHERTEXT = 'ciphertext';

/** An announced upload. */
export const anUpload = (
  world: World,
  by: Person,
  room: Pick<LiveRoom, 'id'>,
  { classification, size = CIPHERTEXT.length }: Readonly<{ classification?: string; size?: number }> = {},
): Promise<UploadGrant> =>
  by.ask(world.app.files.requestUpload, {
    roomId: room.id,
    name: `file-${MARK}-${next()}.pdf`,
    size,
    contentType: 'application/pdf',
    classification,
    folder: `folder-${MARK}`,
  });

/** A different iv and tag for every number. */
export const ivOf = (number: number): Iv => numbered(12, number).toString('base64') as Iv;
export const tagOf = (number: number): GcmTag => numbered(16, number).toString('base64') as GcmTag;

function numbered(length: number, number: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32BE(number);
  return bytes;
}

/** An uploaded and confirmed file. */
export async function aFile(
  world: World,
  by: Person,
  room: Pick<LiveRoom, 'id'>,
  { classification, text = CIPHERTEXT }: Readonly<{ classification?: string; text?: string }> = {},
): Promise<AvailableFile> {
  const upload = await anUpload(world, by, room, {
    size: Buffer.byteLength(text),
    ...(classification === undefined ? {} : { classification }),
  });
  await put(world, upload.url, text);
  return confirm(world, by, upload);
}

/** An upload that is to become a version of a file. */
export const aReplacement = (
  world: World,
  by: Person,
  file: Pick<AvailableFile, 'id' | 'roomId'>,
  {
    text = CIPHERTEXT,
    ...more
  }: Readonly<{ text?: string; classification?: string; name?: string; folder?: string; note?: string }> = {},
): Promise<UploadGrant> =>
  by.ask(world.app.files.requestUpload, {
    roomId: file.roomId,
    replaces: file.id,
    size: Buffer.byteLength(text),
    contentType: 'text/plain',
    ...more,
  });

/** Uploads and confirms another version of a file. */
export async function replaced(
  world: World,
  by: Person,
  file: Pick<AvailableFile, 'id' | 'roomId'>,
  { text = CIPHERTEXT, number = 2, ...more }: Parameters<typeof aReplacement>[3] & Readonly<{ number?: number }> = {},
): Promise<AvailableFile> {
  const upload = await aReplacement(world, by, file, { text, ...more });
  await put(world, upload.url, text);
  return confirm(world, by, upload, number);
}

/** The file as it is stored, without what its uploader may do with it. */
export async function confirm(world: World, by: Person, { file }: UploadGrant, number = 1): Promise<AvailableFile> {
  const values = { iv: ivOf(number), tag: tagOf(number) };
  const input = { roomId: file.roomId, fileId: file.id, ...values };
  const { may: _, versionCount: __, ...confirmed } = await by.ask(world.app.files.confirmUpload, input);
  return confirmed;
}

export const aLink = (
  world: World,
  by: Person,
  file: Pick<AvailableFile, 'id'>,
  { maxDownloads = null, expiresIn = 3600 }: Readonly<{ maxDownloads?: number | null; expiresIn?: number }> = {},
): Promise<NewShare<ShareLink>> => by.ask(world.app.shares.create, { fileId: file.id, expiresIn, maxDownloads });

/** A caller without a credential who follows a link. */
export async function redeem(world: World, secret: string, client?: KeyThumbprint) {
  const redeemed = await world.app.shares.redeem({ request: aRequest() }, { secret, client });
  if ('files' in redeemed) throw new TypeError('the link leads to several files');
  return redeemed;
}

export async function peek(world: World, secret: string) {
  const peeked = await world.app.shares.peek({ request: aRequest() }, { secret });
  if ('files' in peeked) throw new TypeError('the link leads to several files');
  return peeked;
}

/** PUTs to a signed address as a client does. */
export async function put(world: World, url: string, text: string): Promise<void> {
  await world.ports.blobs.put(addressIn(url), bodyOf(text));
}

/** Begins to upload ciphertext. The returned function sends the last byte. */
export function putSlowly(world: World, url: string, text: string): () => Promise<void> {
  let sendLast = (): void => undefined;
  const last = new Promise<void>((resolve) => {
    sendLast = resolve;
  });
  const slowly = async function* () {
    yield Buffer.from(text.slice(0, -1));
    await last;
    yield Buffer.from(text.slice(-1));
  };
  const sent = world.ports.blobs.put(addressIn(url), slowly());
  return async () => {
    sendLast();
    await sent;
  };
}

/** Downloads the object of a signed address. */
export async function get(world: World, url: string): Promise<string> {
  const { body } = await world.ports.blobs.get(addressIn(url), undefined);
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

function addressIn(url: string) {
  const { pathname, search } = new URL(url);
  return { path: pathname.slice('/blobs/'.length), query: search };
}

async function* bodyOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** A well-formed bearer secret that was never issued. */
export const anUnknownSecret = (kind: Parameters<typeof bearerSecret>[0]): BearerSecret =>
  bearerSecret(kind, crypto.getRandomValues(new Uint8Array(32)));
