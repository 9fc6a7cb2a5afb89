import type { Deps } from '../../kernel/deps.ts';
import type { MailPresentation } from '../../kernel/mail.ts';

/** The pages to which mails lead: those of the embedder, or ours. */
export const newsPagesOf = ({
  mails,
  publicUrl,
}: Pick<Deps, 'mails' | 'publicUrl'>): NonNullable<MailPresentation['newsPages']> =>
  mails?.newsPages ?? {
    room: (id) => `${publicUrl()}/rooms/${id}`,
    choices: () => `${publicUrl()}/account`,
    unsubscribe: (token) => `${publicUrl()}/unsubscribe/${token}`,
  };
