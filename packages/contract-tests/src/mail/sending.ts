import { expect } from '@jest/globals';
import type { Email } from '@strongroom/domain';
import type { Mailer, Message } from '@strongroom/ports';
import type { PromiseTest } from '../base/promise.ts';
import type { DeliveredEmail } from './read-email.ts';

export type MailerHarness = {
  mailer: Mailer;
  /** Messages delivered so far, as a receiver sees them. `readEmail` parses a raw message. */
  delivered: () => Promise<readonly DeliveredEmail[]>;
  end: () => Promise<void>;
};

const message = (differences: Partial<Message> = {}): Message => ({
  id: '0d4e7a52-6d38-4a86-9c3e-6a1f3a4b5c6d',
  to: 'ada@example.com' as Email,
  subject: 'Your invitation',
  text: 'Hello Ada,\n\nhttps://example.com/activate#token=sri_abc\n',
  ...differences,
});

const SUBJECTS = [
  'Your invitation',
  'Einladung für Jürgen – bitte öffnen',
  '=?utf-8?B?bm90IGVuY29kZWQ=?= stays as it is',
  '招待状 🔑 '.repeat(20).trim(),
  'x'.repeat(300),
  'a  b',
  'Separators \u2028 of other kinds \u0085 too',
];

const TEXTS = [
  'One line without an end',
  'Umlauts äöü, CJK 漢字, emoji 🔑\n.\n..dots\nFrom here on\n',
  `A long line: ${'ä'.repeat(2000)}\nand a short one`,
  'trailing blanks   \n\ttab\n\n\nempty lines',
  'To: not@a.header\n\nnot a body',
];

/** A transport may append the line break of the last line. */
const ended = (text: string): string => `${text.replace(/\n*$/, '')}\n`;

export const sendingPromises: readonly PromiseTest<MailerHarness>[] = [
  {
    id: 'ML-01',
    title: 'delivers recipient, subject and text unchanged',
    run: async ({ mailer, delivered }) => {
      const sent = SUBJECTS.flatMap((subject, s) =>
        TEXTS.map((text, t) => message({ id: `message-${s}-${t}`, subject, text })),
      );
      sent.push(message({ id: 'other', to: "o'neill+tag@mail.example.org" as Email, text: 'Windows\r\nlines\r\n' }));
      for (const each of sent) await mailer.send(each);
      const seen = (await delivered()).map(({ to, subject, text }) => JSON.stringify([to, subject, ended(text)]));
      const meant = sent.map(({ to, subject, text }) =>
        JSON.stringify([to, subject, ended(text.replaceAll('\r\n', '\n'))]),
      );
      expect(seen.toSorted()).toEqual(meant.toSorted());
    },
  },
  {
    id: 'ML-01',
    title: 'resolves after the message was delivered',
    run: async ({ mailer, delivered }) => {
      await mailer.send(message());
      expect(await delivered()).toHaveLength(1);
    },
  },
  {
    id: 'ML-04',
    title: 'delivers text and HTML as two forms of one message',
    run: async ({ mailer, delivered }) => {
      const sent = TEXTS.map((text, t) =>
        message({ id: `both-${t}`, text, html: `<p>ä 🔑 ${'x'.repeat(t * 500)}</p>\n` }),
      );
      for (const each of sent) await mailer.send(each);
      await mailer.send(message({ id: 'text only' }));
      const seen = (await delivered()).map(({ text, html }) => JSON.stringify([ended(text), html && ended(html)]));
      const meant = [...sent, message()].map(({ text, html }) => JSON.stringify([ended(text), html]));
      expect(seen.toSorted()).toEqual(meant.toSorted());
    },
  },
  {
    id: 'ML-02',
    title: 'gives a message sent again with the same id the same Message-ID',
    run: async ({ mailer, delivered }) => {
      for (const id of [
        '0d4e7a52-6d38-4a86-9c3e-6a1f3a4b5c6d',
        'a b/../ü',
        'A',
        'a',
        `${'x'.repeat(100)}1`,
        `${'x'.repeat(100)}2`,
      ]) {
        const before = new Set((await delivered()).map(({ messageId }) => messageId));
        await mailer.send(message({ id }));
        await mailer.send(message({ id }));
        await Promise.all([mailer.send(message({ id })), mailer.send(message({ id }))]);
        const seen = new Set((await delivered()).map(({ messageId }) => messageId));
        expect([id, seen.size, [...before].filter((messageId) => !seen.has(messageId))]).toEqual([
          id,
          before.size + 1,
          [],
        ]);
      }
    },
  },
  {
    id: 'ML-06',
    title: 'forgets the messages that are to an address or name it, in either form, and no others',
    run: async ({ mailer, delivered }) => {
      if (mailer.forget === undefined) return;
      const address = 'ada@example.com' as Email;
      const other = (text: string, more: Partial<Message> = {}) =>
        message({ id: `other-${text.length}`, to: 'bob@example.com' as Email, text, ...more });
      const kept = ['ada@example.com.example', 'an.ada@example.com', 'ada@example.comb', 'Ada', ''].map((text) =>
        other(text),
      );
      for (const each of kept) await mailer.send(each);
      await mailer.send(message());
      await mailer.send(other('Ada (ADA@example.com) invites you.'));
      await mailer.send(other('Ada <ada@example.com>.', { html: `<p>${'x'.repeat(500)} ada@example.com</p>` }));
      await mailer.send(other(`${'ä'.repeat(2000)} ada@example.com`));
      await mailer.forget(address);
      await mailer.forget(address);
      const left = (await delivered()).map(({ text }) => text.trim());
      expect(left.toSorted()).toEqual(kept.map(({ text }) => text).toSorted());
    },
  },
  {
    id: 'ML-03',
    title: 'throws TypeError for line breaks in subject or address and sends nothing',
    run: async ({ mailer, delivered }) => {
      for (const end of ['\r\n', '\n', '\r', '\r\nBcc: eve@example.com', '\n\nanother body']) {
        await expect(mailer.send(message({ subject: `Hello${end}` }))).rejects.toBeInstanceOf(TypeError);
        await expect(mailer.send(message({ subject: `Hällo${end}x` }))).rejects.toBeInstanceOf(TypeError);
        await expect(mailer.send(message({ to: `ada@example.com${end}` as Email }))).rejects.toBeInstanceOf(TypeError);
      }
      expect(await delivered()).toEqual([]);
    },
  },
  {
    id: 'ML-05',
    title: 'delivers the address to unsubscribe with one click, and none where none is given',
    run: async ({ mailer, delivered }) => {
      const unsubscribeUrl = `https://rooms.example/unsubscribe/${'x'.repeat(120)}?a=b&c=d`;
      await mailer.send(message({ id: 'with', unsubscribeUrl }));
      await mailer.send(message({ id: 'without', html: '<p>Hello</p>\n' }));
      await mailer.send(message({ id: 'html', html: '<p>Hello</p>\n', unsubscribeUrl }));
      const seen = (await delivered()).map((mail) => mail.unsubscribeUrl ?? 'none');
      expect(seen.toSorted()).toEqual([unsubscribeUrl, unsubscribeUrl, 'none']);
    },
  },
  {
    id: 'ML-05',
    title: 'throws TypeError for an address to unsubscribe that would end its header and sends nothing',
    run: async ({ mailer, delivered }) => {
      for (const end of ['\r\nBcc: eve@example.com', '\n', '>, <https://evil.example', ' x', 'ä']) {
        const unsubscribeUrl = `https://rooms.example/unsubscribe/x${end}`;
        await expect(mailer.send(message({ unsubscribeUrl }))).rejects.toBeInstanceOf(TypeError);
      }
      await expect(mailer.send(message({ unsubscribeUrl: 'javascript:alert(1)' }))).rejects.toBeInstanceOf(TypeError);
      expect(await delivered()).toEqual([]);
    },
  },
];
