import { anEmail, PASSWORD } from '../../world/mothers.ts';
import { collectAsks, HOOK, id, PAGE, self, shown, type Trials } from './ask.ts';

export const OF_THE_CALLER = {
  'access.explain': {
    me: (at, by) => collectAsks(self(at, by, {}, 'me.see')),
    user: ({ world: { app } }, by, { targetUserId }) =>
      collectAsks(async () => app.audit.explain(await by.enter(), { userId: id(targetUserId), action: 'me.see' })),
  },
  'audit.read': ({ world: { app } }, by) => collectAsks(() => by.ask(app.audit.list, { page: PAGE })),
  'audit.see_details': async ({ world: { app }, room }, by) => {
    const found = (await shown(by.ask(app.audit.list, { roomId: room.id, page: PAGE })))?.items;
    return found?.every((event) => !('hidesDetails' in event));
  },
  'classification.list': ({ world: { app } }, by) => collectAsks(() => by.ask(app.classifications.list, {})),
  'device_login.answer': ({ world: { app }, userCode }, by) =>
    collectAsks(() => by.ask(app.deviceLogins.allow, { typed: userCode } as never)),
  'directory.see': ({ world: { app } }, by) =>
    collectAsks(async () => app.directory.users(await by.enter(), { offset: 0, limit: 1 })),
  'file.download_many': ({ world: { app } }, by) => collectAsks(async () => app.mayAny.download(await by.enter())),
  'identity.link': ({ world: { app } }, by) => collectAsks(() => by.ask(app.users.mayLinkIdentity)),
  'identity.unlink': ({ world: { app } }, by) => collectAsks(() => by.ask(app.users.unlinkIdentity)),
  'key_person.link': ({ world: { app } }, by) => collectAsks(() => by.ask(app.users.linkKeyPerson, { link: by.id })),
  'me.see': ({ world: { app } }, by) => collectAsks(() => by.ask(app.users.me)),
  'notifications.edit': ({ world: { app } }, by) =>
    collectAsks(() => by.ask(app.notifications.edit, { level: 'none' } as never)),
  'org_unit.list': ({ world: { app } }, by) => collectAsks(() => by.ask(app.orgUnits.list, {})),
  'org_unit.list_all': async ({ world: { app }, units }, by) => {
    const { items } = await by.ask(app.orgUnits.list, PAGE as never);
    return items.some(({ unit }) => unit.id === units[1]?.id);
  },
  'password.set': ({ world: { app } }, by) =>
    collectAsks(() => by.ask(app.users.setPassword, { current: PASSWORD, next: `${PASSWORD} again` })),
  'receipt.list': ({ world: { app } }, by) => collectAsks(() => by.ask(app.receipts.list, {})),
  'receipt.list_all': async ({ world: { app }, people }, by) =>
    by.id === people['room owner'].id ? undefined : (await by.ask(app.receipts.list, {})).items.length > 0,
  'room.create': ({ world: { app } }, by) =>
    collectAsks(() => by.ask(app.rooms.create, { name: 'New', classification: 'C1' } as never)),
  'room.list': ({ world: { app } }, by) => collectAsks(() => by.ask(app.rooms.list, {})),
  'room.oversee': ({ world: { app } }, by) => collectAsks(() => by.ask(app.rooms.listOverseen, {})),
  'second_factor.change': ({ world: { app } }, by) => collectAsks(() => by.ask(app.secondFactor.makeRecoveryCodes)),
  'second_factor.prove': ({ world: { app } }, by) => collectAsks(() => by.ask(app.secondFactor.begin)),
  'second_factor.see': ({ world: { app } }, by) => collectAsks(() => by.ask(app.secondFactor.get)),
  'session.end': ({ world: { app } }, by) => collectAsks(() => by.ask(app.sessions.end)),
  'session.end_own': ({ world: { app } }, by) => collectAsks(() => by.ask(app.sessions.endOthers)),
  'session.list': ({ world: { app } }, by) => collectAsks(() => by.ask(app.sessions.list, {})),
  'token.create': ({ world: { app } }, by) => collectAsks(() => by.ask(app.tokens.create, { name: 'new' } as never)),
  'token.list': ({ world: { app } }, by) => collectAsks(() => by.ask(app.tokens.list, {})),
  'user.invite': ({ world: { app } }, by) =>
    collectAsks(() => by.ask(app.users.invite, { email: anEmail(), role: 'member' })),
  'user.list': ({ world: { app } }, by) => collectAsks(() => by.ask(app.users.list, {})),
  'user.list_all': async ({ world: { app }, people }, by) =>
    (await by.ask(app.users.list, PAGE as never)).items.some(({ user }) => user.id === people.stranger.id) ||
    by.id === people.stranger.id,
  'webhook.list': ({ world: { app } }, by) => collectAsks(() => by.ask(app.webhooks.list, {})),
  'webhook.manage': ({ world: { app } }, by) => collectAsks(() => by.ask(app.webhooks.create, HOOK)),
  // Of a domain admin it is a webhook that they made.
  'webhook.see': ({ world: { app }, webhook }, by) => [
    () => by.ask(app.webhooks.rotateSecret, { webhookId: webhook.id }),
    () => by.ask(app.webhooks.create, HOOK),
  ],
  'webhook.see_all': ({ world: { app }, webhook }, by) =>
    collectAsks(() => by.ask(app.webhooks.rotateSecret, { webhookId: webhook.id })),
} as const satisfies Partial<Trials>;
