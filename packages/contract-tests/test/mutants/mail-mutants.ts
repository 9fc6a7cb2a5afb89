import { MemoryMailer } from '@strongroom/adapter-local';
import type { Email } from '@strongroom/domain';
import type { Message } from '@strongroom/ports';
import type { DeliveredEmail, MailerHarness, Mutant } from '../../src/index.ts';

type Broken = {
  send?: (message: Message, whole: (message: Message) => Promise<void>) => Promise<void>;
  forget?: (address: Email) => Promise<void>;
  seen?: (messages: readonly Message[]) => readonly Message[];
};

const seenAs = ({ id, to, subject, text, html, unsubscribeUrl }: Message): DeliveredEmail => ({
  messageId: id,
  to,
  subject,
  text: text.replaceAll('\r\n', '\n'),
  html,
  unsubscribeUrl,
});

/** A memory mailer that sends or delivers wrongly. */
const broken = (
  breaks: string,
  how: string,
  { send, forget, seen = (messages) => messages }: Broken,
): Mutant<MailerHarness> => ({
  breaks,
  how,
  harness: async () => {
    const memory = new MemoryMailer();
    const whole = (message: Message): Promise<void> => memory.send(message);
    return {
      mailer: {
        send: (message) => (send ?? whole)(message, whole),
        forget: (address) => (forget ?? ((given) => memory.forget(given)))(address),
        check: () => memory.check(),
      },
      delivered: async () => seen(memory.sent).map(seenAs),
      end: async () => {},
    };
  },
});

const changed = (change: (message: Message) => Partial<Message>): Broken => ({
  seen: (messages) => messages.map((message) => ({ ...message, ...change(message) })),
});

let sequence = 0;

export const mailMutants: readonly Mutant<MailerHarness>[] = [
  broken('ML-06', 'forgets nothing', { forget: async () => {} }),
  broken(
    'ML-01',
    'loses what is not ASCII in a subject',
    changed(({ subject }) => ({ subject: subject.replace(/[^\0-~]/g, '?') })),
  ),
  broken(
    'ML-01',
    'shortens long subjects',
    changed(({ subject }) => ({ subject: subject.slice(0, 255) })),
  ),
  broken(
    'ML-01',
    'joins blanks in a subject',
    changed(({ subject }) => ({ subject: subject.replaceAll(/ +/g, ' ') })),
  ),
  broken(
    'ML-01',
    'decodes a subject that only looks encoded',
    changed(({ subject }) => ({ subject: subject.replace(/=\?.*\?=/, 'not encoded') })),
  ),
  broken(
    'ML-01',
    'ends a text at a line with a dot',
    changed(({ text }) => ({ text: text.split('\n.\n')[0] ?? '' })),
  ),
  broken(
    'ML-01',
    'cuts long lines',
    changed(({ text }) => ({ text: text.replaceAll(/.{998}(?=.)/g, '$&\n') })),
  ),
  broken(
    'ML-01',
    'drops blanks at the end of a line',
    changed(({ text }) => ({ text: text.replaceAll(/[ \t]+\n/g, '\n') })),
  ),
  broken(
    'ML-01',
    'sends everything to one recipient',
    changed(() => ({ to: 'ada@example.com' as Email })),
  ),
  broken('ML-01', 'resolves before the message was handed over', {
    send: async (message, whole) => {
      setTimeout(() => void whole(message), 5);
    },
  }),
  broken('ML-04', 'sends the text alone', {
    seen: (messages) => messages.map(({ id, to, subject, text }) => ({ id, to, subject, text })),
  }),
  broken(
    'ML-04',
    'sends HTML in place of the text',
    changed(({ text, html }) => ({ text: html ?? text })),
  ),
  broken('ML-02', 'draws a Message-ID at each try', {
    send: (message, whole) => whole({ ...message, id: `${message.id} ${sequence++}` }),
  }),
  broken('ML-02', 'takes ids that differ in letter case only for one', {
    send: (message, whole) => whole({ ...message, id: message.id.toLowerCase() }),
  }),
  broken('ML-02', 'cuts long ids', { send: (message, whole) => whole({ ...message, id: message.id.slice(0, 64) }) }),
  broken('ML-03', 'cuts a subject at its first line', {
    send: (message, whole) => whole({ ...message, subject: message.subject.split(/[\r\n]/)[0] ?? '' }),
  }),
  broken('ML-03', 'cuts an address at its first line', {
    send: (message, whole) => whole({ ...message, to: (message.to.split(/[\r\n]/)[0] ?? '') as Email }),
  }),
  broken('ML-03', 'sends nothing and says nothing', {
    send: (message, whole) => whole(message).catch(() => undefined),
  }),
  broken('ML-03', 'sends before it refuses', {
    send: async (message, whole) => {
      await whole({ ...message, subject: 'x', to: 'ada@example.com' as Email });
      await whole(message);
    },
  }),
  broken('ML-05', 'drops the address to unsubscribe', {
    send: ({ id, to, subject, text }, whole) => whole({ id, to, subject, text }),
  }),
  broken('ML-05', 'lets an address to unsubscribe begin another header', {
    send: ({ unsubscribeUrl, ...message }, whole) =>
      whole({ ...message, ...(unsubscribeUrl !== undefined && { unsubscribeUrl: encodeURI(unsubscribeUrl) }) }),
  }),
];
