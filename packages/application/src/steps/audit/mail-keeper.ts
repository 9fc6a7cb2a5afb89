import { DAY, type Email } from '@strongroom/domain';
import type { CheckpointKeeper, Mailer } from '@strongroom/ports';
import { mailBody } from '../mail-body.ts';

/** Mails the latest checkpoint of a log once a day, to a mailbox that the operator of the service cannot change. */
export const mailKeeper = (mailer: Pick<Mailer, 'send'>, to: Email): CheckpointKeeper => ({
  name: `mailto:${to}`,
  every: DAY,
  keep: ({ origin, size, note }) =>
    mailer.send({
      id: `checkpoint-${origin.replaceAll(/[^\w]+/gu, '-')}-${size}`,
      to,
      subject: 'Checkpoint of the audit log',
      ...mailBody([
        `The audit log ${origin} has ${size} events. Its signed checkpoint:`,
        { copy: `\n${note}` },
        'Keep this message. `strongroom audit verify EXPORT --checkpoint FILE`, with the lines of the checkpoint in FILE, finds every later change of these events.',
      ]),
    }),
});
