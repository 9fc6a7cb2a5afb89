import { describe, expect, test } from '@jest/globals';
import { MINUTE } from '@strongroom/domain';
import type { Message } from '@strongroom/ports';
import type { MailBlock } from '../../src/kernel/mail.ts';
import { mailBody } from '../../src/steps/mail-body.ts';
import { quoteText } from '../../src/steps/quoted.ts';
import { MARK } from '../world/events.ts';
import { aPerson, aRoom, mailedToken, PASSWORD } from '../world/mothers.ts';
import { aRequest, Person } from '../world/person.ts';
import { openWorld, type World } from '../world/world.ts';

/** Passwords are hashed slowly on purpose. */
const EVIL = `<img src="https://evil.example/p.png">${MARK}&'"`;

/** The words of the HTML form, without its marks. */
const wordsOf = (html: string): readonly string[] =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .split(/\s+/)
    .filter((word) => word !== '');
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };

const settle = async ({ app }: World): Promise<void> => {
  while ((await app.worker.runDue()) > 0);
};

async function accepted(world: World, email: string): Promise<Person> {
  const secret = await mailedToken(world, email as never);
  const { user, secret: session } = await world.app.users.accept(
    { request: aRequest() },
    { secret, name: EVIL as never, password: PASSWORD as never },
  );
  return new Person(world.app, { id: user.id, email: email as never, secret: session });
}

test('a mail says the same as text and as HTML, and hides nothing behind a link', () => {
  const { text, html } = mailBody([
    `${EVIL} invites you.`,
    'Open this:',
    { link: 'https://rooms.example/a?b&c' },
    { copy: 'a\nb' },
  ]);
  expect(text).toBe(`${EVIL} invites you.\n\nOpen this:\nhttps://rooms.example/a?b&c\na\nb\n`);
  expect(wordsOf(html)).toEqual(text.trim().split(/\s+/));
  expect(html).toContain('<a href="https://rooms.example/a?b&amp;c">https://rooms.example/a?b&amp;c</a>');
});

const lineOf = (block: MailBlock): string => (typeof block === 'string' ? block : Object.values(block).join());

test('an embedder gives mails another name, other addresses and other words', async () => {
  const world = await openWorld({
    configuration: {
      mails: {
        name: 'Deals',
        activationUrl: (secret) => `https://deals.example/welcome#${secret}`,
        signInUrl: () => 'https://deals.example/sign-in',
        write: ({ kind, subject, blocks }) => ({ subject: `${kind}: ${subject}`, text: blocks.map(lineOf).join('\n') }),
      },
    },
  });
  const room = await aRoom(world, world.owner);
  const person = await aPerson(world);
  await world.owner.ask(world.app.users.invite, { email: 'ada@rooms.example', role: 'member' });
  const settings = { roomId: room.id, email: person.email, role: 'viewer' } as const;
  await world.owner.ask(world.app.rooms.invite, settings);
  await settle(world);
  const sent = world.ports.mailer.sent.slice(-2).map(({ subject, text }) => `${subject} ${text}`);
  expect(sent.toSorted()).toEqual([
    expect.stringMatching(/^invitation: \S+ invites you to Deals .*^https:\/\/deals\.example\/welcome#sri_/ms),
    expect.stringMatching(/^room-membership: \S+ added you to \S.*^https:\/\/deals\.example\/sign-in$/ms),
  ]);
});

/** Everything about a bidder that leads to a mail, with other bidders in the room or without. */
async function mailsOfBidder(others: number): Promise<readonly Message[]> {
  const world = await openWorld({ configuration: { mailLabel: 'C2' as never } });
  const { app, ports } = world;
  const room = await aRoom(world, world.owner);
  await world.owner.ask(app.rooms.edit, { roomId: room.id, memberVisibility: 'owners' });
  const invite = (email: string) => world.owner.ask(app.rooms.invite, { roomId: room.id, email, role: 'contributor' });
  const emails = Array.from({ length: others }, (_, n) => `${MARK}-other-${n}@rooms.example`);
  for (const email of emails.slice(0, others / 2)) await invite(email);
  const bidder = `${MARK}-bidder@rooms.example`;
  await invite(bidder);
  for (const email of emails.slice(others / 2)) await invite(email);
  await settle(world);
  await accepted(world, bidder);
  for (const email of emails.slice(0, 2)) await accepted(world, email);
  const another = await aRoom(world, world.owner);
  for (const email of [...emails, bidder]) {
    await world.owner.ask(app.rooms.invite, { roomId: another.id, email, role: 'viewer' });
    await app.sessions.requestPasswordReset({ request: aRequest() }, { email: email as never });
  }
  await settle(world);
  world.clock.advance(11 * MINUTE);
  await app.sessions.requestPasswordReset({ request: aRequest() }, { email: bidder as never });
  await settle(world);
  return ports.mailer.sent.filter(({ to }) => to === bidder);
}

/** Without ids, secrets, and the numbers that the mothers of the tests draw. Mails that are due together go in any order. */
const bare = (messages: readonly Message[]): readonly unknown[] =>
  messages
    .map((message) =>
      JSON.stringify({ ...message, id: undefined })
        .replaceAll(/sri_\w+/g, '<secret>')
        .replaceAll(/(Room \w+) \d+/g, '$1'),
    )
    .toSorted()
    .map((text): unknown => JSON.parse(text));

describe('the mails of a bidder', () => {
  test('are the same with and without 49 other bidders', async () => {
    const [alone, among] = [await mailsOfBidder(0), await mailsOfBidder(49)];
    expect(
      alone.map(({ subject }) => subject.replace(/ «Room \w+ \d+»$/, ' ROOM').replace(/^\S+@\S+/, 'OWNER')).toSorted(),
    ).toEqual([
      'OWNER added you to ROOM',
      'OWNER invites you to ROOM',
      'Your new password for Strongroom',
      'Your new password for Strongroom',
    ]);
    expect(bare(among)).toEqual(bare(alone));
  });

  test('load nothing, show every address that they lead to, and lead to this service only', async () => {
    const world = await openWorld();
    const inviter = await aPerson(world);
    await world.owner.ask(world.app.users.invite, { email: `${MARK}-evil@rooms.example`, role: 'domain_admin' });
    const evil = await accepted(world, `${MARK}-evil@rooms.example`);
    await evil.ask(world.app.users.invite, { email: `${MARK}-new@rooms.example`, role: 'member' });
    const room = await aRoom(world, inviter, 'C1');
    await inviter.ask(world.app.rooms.invite, { roomId: room.id, email: evil.email, role: 'viewer' });
    await settle(world);
    expect(world.ports.mailer.sent.some(({ html }) => html?.includes('&lt;img src='))).toBe(true);
    for (const { text, html = '' } of world.ports.mailer.sent) {
      const marks = html.replaceAll(
        /<\/?(!doctype html|html lang="en"|html|meta [-\w ="]+|body|p|pre|a href="[^"<]*"|a)( style="[^"<]*")?>/g,
        '',
      );
      expect(marks).not.toContain('<');
      expect(html).not.toMatch(/url\(|@import/u);
      for (const [, href, shown] of html.matchAll(/<a href="([^"]*)">([^<]*)</g)) {
        expect(shown).toBe(href);
        expect(href).toMatch(/^https:\/\/rooms\.example(\/|$)/);
      }
      expect(wordsOf(html)).toEqual(text.trim().split(/\s+/));
    }
  });
});

describe('a name that another person chose', () => {
  test.each([
    ['Ada Lovelace', '«Ada Lovelace»'],
    ['Papers of Dr. Smith & Co. 2.0', '«Papers of Dr. Smith & Co. 2. 0»'],
    ['see https://evil.example/a', '«see https: //evil. example/a»'],
    ['www.evil.example', '«www. evil. example»'],
    ['evil\u3002example', '«evil\u3002 example»'],
    ['Offer of 2.5.pdf', '«Offer of 2. 5.pdf»'],
    ['evil.example.docx', '«evil. example.docx»'],
    ['see www.evil.example or a.pdf.zip', '«see www. evil. example or a. pdf. zip»'],
    [`${'x'.repeat(56)}.docx`, `«${'x'.repeat(56)}. d…»`],
    ['a» by the service. «b', '«a" by the service. "b»'],
    ['one\u2028Your account is locked.\u2029\u202etxt\u200b', '«one Your account is locked. txt»'],
    ['x'.repeat(60), `«${'x'.repeat(60)}»`],
    ['x'.repeat(61), `«${'x'.repeat(59)}…»`],
    ['🦊'.repeat(61), `«${'🦊'.repeat(59)}…»`],
    ['', '«»'],
  ])('%j is shown as %j', (name, shown) => {
    expect(quoteText(name)).toBe(shown);
  });

  test('makes no link and no sentence of the service in any mail', async () => {
    const world = await openWorld({ configuration: { mailLabel: 'C2' as never } });
    const chosen = `Strongroom security. Sign in at https://evil.example now ${'!'.repeat(60)}`;
    await world.owner.ask(world.app.users.edit, { userId: world.owner.id, name: chosen });
    const { room } = await world.owner.ask(world.app.rooms.create, {
      name: chosen,
      description: '',
      classification: 'C1',
    });
    const known = await aPerson(world);
    for (const email of [`${MARK}-quoted@rooms.example`, known.email])
      await world.owner.ask(world.app.rooms.invite, { roomId: room.id, email, role: 'viewer' });
    await settle(world);
    const mails = world.ports.mailer.sent.filter(({ text }) => text.includes('Strongroom security'));
    expect(mails).toHaveLength(3);
    for (const { text, html = '' } of mails)
      for (const form of [text, html]) {
        expect(form).not.toContain('evil.example');
        expect(form).toContain('«Strongroom security. Sign in at https: //evil. example now');
      }
  });
});
