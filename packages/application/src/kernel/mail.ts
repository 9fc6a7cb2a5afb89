import type { Email, RoomId } from '@strongroom/domain';
import type { Message } from '@strongroom/ports';

/** A paragraph, something on a line of its own (a link, or a text to copy as it is), the words of a person, or a list. */
export type MailBlock =
  | string
  | Readonly<{ link: string }>
  | Readonly<{ copy: string }>
  | Readonly<{ quote: string }>
  | Readonly<{ list: readonly string[] }>;

/** The occasion of a mail. */
export type MailKind =
  | 'invitation'
  | 'password-reset'
  | 'room-membership'
  | 'room-adopted'
  | 'rooms-orphaned'
  | 'email-change'
  | 'email-changed'
  | 'email-in-use'
  | 'identity-linked'
  | 'identity-unlinked'
  | 'key-person-linked'
  | 'webhook-disabled'
  | 'news';

/** A mail in our words. It names nothing that its reader must not know. */
export type Mail = Readonly<{
  kind: MailKind;
  to: Email;
  subject: string;
  blocks: readonly MailBlock[];
  /** For mail programs, of mails that their reader can switch off. */
  unsubscribeUrl?: string;
}>;

/** How mails speak for a service. Each part is ours by default. */
export type MailPresentation = Readonly<{
  /** The name of the service in subjects; Strongroom by default. */
  name?: string;
  /** The page on which a person sets their name and password. Put the secret after `#`, so that no server logs it. */
  activationUrl?: (secret: string) => string;
  /** The page on which people sign in; the public address by default. */
  signInUrl?: () => string;
  /** The pages of mails with news: of a room, of the choices of their reader, and the one that switches such mails off. */
  newsPages?: Readonly<{
    room: (id: RoomId) => string;
    choices: () => string;
    /** Takes a POST without signing in (RFC 8058), and shows a page to people. */
    unsubscribe: (token: string) => string;
  }>;
  /** The message that goes out: for a template, or a language, of your own. A retry must write the same. */
  write?: (mail: Mail) => Pick<Message, 'subject' | 'text' | 'html'>;
}>;
