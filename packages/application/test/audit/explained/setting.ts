import { HOUR, type OrgRole } from '@strongroom/domain';
import { MARK } from '../../world/events.ts';
import { type Around, intercepted } from '../../world/intercepted.ts';
import { aFile, aLink, anEmail, aReplacement, aRoom, joins, mailedToken, PASSWORD, put } from '../../world/mothers.ts';
import { aRequest, Person } from '../../world/person.ts';
import { openWorld, type World } from '../../world/world.ts';

/** Thrown in place of a commit that would change something: the operation was allowed. */
export class Reached extends Error {}

/** Once it is rehearsed, operations decide on the same state for ever. */
function rehearsal() {
  let isOn = false;
  const around: Around = async ({ port, method, args }, proceed) => {
    const changes: unknown = method === 'commit' ? args[0] : [];
    if (isOn && port === 'documents' && Array.isArray(changes) && changes.length > 0) throw new Reached();
    return proceed();
  };
  return { around, begin: () => (isOn = true) };
}

async function person(world: World, role: OrgRole, external = false): Promise<Person> {
  const email = anEmail();
  await world.owner.ask(world.app.users.invite, { email, role, external });
  const secret = await mailedToken(world, email);
  const name = `Person ${MARK}` as never;
  const { user, ...accepted } = await world.app.users.accept({ request: aRequest() }, { secret, name });
  return new Person(world.app, { id: user.id, email, secret: accepted.secret });
}

/** A link that it signed is the id of the user. */
const KEY_SERVICE = {
  url: 'https://keys.example',
  issuer: () => 'https://rooms.example',
  hint: async () => null,
  proof: () => 'device',
  linked: async (link: string) => ({ user: link, person: { iss: 'https://keys.example', id: link } }),
} as const;

/** People of every kind, and something of every kind that an action is about. */
export async function openSetting() {
  const { around, begin } = rehearsal();
  const world = await openWorld({
    around: (ports) => intercepted(ports, around),
    configuration: { keyService: KEY_SERVICE },
  });
  const { app, owner } = world;
  const joined = async (role: OrgRole, external?: boolean) => person(world, role, external);
  const ended = await joined('member');
  const people = {
    owner: await joined('owner'),
    'domain admin': await joined('domain_admin'),
    'security officer': await joined('security_officer'),
    auditor: await joined('auditor'),
    'department admin': await joined('department_admin'),
    'room owner': await joined('member'),
    contributor: await joined('member'),
    'contributor in B': await joined('member'),
    viewer: await joined('member'),
    'viewer in A': await joined('member'),
    'external contributor': await joined('member', true),
    'external viewer in B': await joined('member', true),
    stranger: await joined('member'),
  };
  const { unit } = await owner.ask(app.orgUnits.create, { name: 'Legal' });
  const { unit: below } = await owner.ask(app.orgUnits.create, { name: 'Patents', parentId: unit.id });
  const admin = { unitId: unit.id, userId: people['department admin'].id, role: 'department_admin' } as const;
  await owner.ask(app.orgUnits.addMember, admin);
  const ada = people['room owner'];
  const rooms = await Promise.all(['active', 'closed', 'archived'].map(() => aRoom(world, ada, 'C1')));
  const [room, closed, archived] = rooms;
  if (room === undefined || closed === undefined || archived === undefined) throw new TypeError('rooms are missing');
  const expiresAt = world.clock.now() + HOUR;
  for (const { id: roomId } of rooms) {
    for (const who of ['contributor', 'contributor in B', 'external contributor'] as const)
      await joins(world, people[who], { id: roomId }, 'contributor', ada);
    for (const who of ['viewer', 'viewer in A', 'external viewer in B', 'auditor'] as const)
      await joins(world, people[who], { id: roomId }, 'viewer', ada);
    await ada.ask(app.rooms.addMember, { roomId, userId: ended.id, role: 'viewer', expiresAt });
    await ada.ask(app.rooms.edit, { roomId, binDays: 7 });
  }
  const inRoom = { roomId: room.id };
  await ada.ask(app.rooms.edit, { roomId: closed.id, memberVisibility: 'owners' });
  const group = async (name: string, ...members: readonly Person[]) => {
    const made = await ada.ask(app.groups.create, { ...inRoom, name, description: '' });
    for (const { id } of members)
      await ada.ask(app.groups.addMember, { ...inRoom, groupId: made.group.id, userId: id });
    return made.group.id;
  };
  const A = await group('A', people['viewer in A'], people.contributor);
  const B = await group('B', people['contributor in B'], people['external viewer in B']);
  const folder = async (path: string, more: object = {}) => {
    const { folder: made } = await ada.ask(app.folders.create, { ...inRoom, path, ...more } as never);
    if (made.id === null) throw new TypeError('the folder has no id');
    return { folderId: made.id, path };
  };
  const access = [
    { groupId: A, role: 'contributor' },
    { groupId: B, role: 'viewer' },
  ];
  const folders = [
    await folder('Common'),
    await folder('Deal', { structure: 'owners' }),
    await folder('Deal/For A', { access }),
    await folder('Deal/For A/Inner'),
    await folder('Deal/Owners', { access: [] }),
    await folder('Later'),
  ];
  const announced = (by: Person, more: object) =>
    by.ask(app.files.requestUpload, {
      ...inRoom,
      name: `${crypto.randomUUID()}.pdf`,
      size: 4,
      contentType: 'application/pdf',
      classification: 'C1',
      ...more,
    } as never);
  const pending = async (by: Person, more: object = {}) => {
    const upload = await announced(by, more);
    await put(world, upload.url, 'text');
    return upload.file;
  };
  const confirmed = async (by: Person, more: object = {}) => {
    const { id: fileId } = await pending(by, more);
    return by.ask(app.files.confirmUpload, { ...inRoom, fileId, iv: 'AAAAAAAAAAAAAAAA', tag: `${'A'.repeat(22)}==` });
  };
  const binned = async (by: Person, more: object = {}) => {
    const file = await confirmed(by, more);
    await by.ask(app.files.delete, { fileId: file.id });
    return file;
  };
  const { contributor, 'viewer in A': adder } = people;
  const top = await confirmed(contributor);
  const inA = await confirmed(adder, { folder: 'Deal/For A' });
  const replacement = await aReplacement(world, contributor, top, { text: 'text' });
  await put(world, replacement.url, 'text');
  const files = [
    top,
    inA,
    await confirmed(ada, { classification: 'C4' }).catch(() => confirmed(ada, { classification: 'C2' })),
    await confirmed(ada, { folder: 'Deal/Owners' }),
    await pending(contributor),
    await pending(adder, { folder: 'Deal/For A' }),
    await pending(contributor, { folder: 'Later/Gone' }),
    replacement.file,
    await binned(contributor),
    await binned(adder, { folder: 'Deal/For A' }),
    await aFile(world, ada, archived, { classification: 'C1' }),
  ];
  // From now on only owners make folders in it.
  await ada.ask(app.folders.edit, { ...inRoom, folderId: folders[5]?.folderId ?? '', structure: 'owners' } as never);
  const versioned = await confirmed(contributor);
  const next = await aReplacement(world, contributor, versioned, { text: 'text' });
  await put(world, next.url, 'text');
  const values = { iv: 'BAAAAAAAAAAAAAAA', tag: `B${'A'.repeat(21)}==` };
  await contributor.ask(app.files.confirmUpload, { ...inRoom, fileId: next.file.id, ...values });
  const links = [
    (await aLink(world, contributor, top)).link,
    (await aLink(world, ada, inA)).link,
    (await aLink(world, contributor, versioned)).link,
  ];
  const webhook = await owner.ask(app.webhooks.create, { url: 'https://hooks.example/x' });
  const deactivated = await joined('member');
  await owner.ask(app.users.deactivate, { userId: deactivated.id });
  const invited = await owner.ask(app.users.invite, { email: anEmail(), role: 'member' });
  const deleted = await aRoom(world, ada, 'C1');
  await ada.ask(app.rooms.delete, { roomId: deleted.id });
  const own = new Map<string, string>();
  for (const by of Object.values(people)) {
    const made = await by.ask(app.rooms.create, { name: 'Own', classification: 'C1' } as never).catch(() => undefined);
    if (made !== undefined) own.set(by.id, made.room.id);
  }
  await ada.ask(app.rooms.archive, { roomId: archived.id });
  world.clock.advance(2 * HOUR);
  // Their sessions begin now, so that they are recent.
  const tokens = new Map<string, string>();
  const now: Record<string, Person> = {};
  for (const [who, by] of Object.entries(people)) {
    await owner.ask(app.users.sendActivationLink, { userId: by.id });
    const link = {
      secret: await mailedToken(world, by.email),
      name: `Person ${MARK}` as never,
      password: PASSWORD as never,
    };
    const { secret } = await app.users.accept({ request: aRequest() }, link);
    now[who] = by.with(secret);
    const { token } = await by.with(secret).ask(app.tokens.create, { name: 'a token' } as never);
    tokens.set(by.id, token.id);
  }
  const { userCode } = await app.deviceLogins.request({ request: aRequest() }, { name: 'a program' } as never);
  begin();
  return {
    world,
    userCode,
    people: now as Record<keyof typeof people, Person>,
    room,
    rooms,
    files: [...files, versioned],
    folders,
    groups: [A, B],
    links,
    webhook: webhook.webhook,
    ended,
    deactivated: { id: deactivated.id, email: deactivated.email },
    invited: { id: invited.user.id, email: invited.user.email },
    units: [unit, below],
    own,
    tokens,
  };
}

export type Setting = Awaited<ReturnType<typeof openSetting>>;
