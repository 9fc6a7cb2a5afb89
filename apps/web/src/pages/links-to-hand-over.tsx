import type { ReactNode } from 'react';
import { plural } from '../base/format.ts';
import { Secret } from '../design/controls.tsx';
import { Dialog, DialogEnd } from '../design/layers.tsx';
import { Address, Notice } from '../design/text.tsx';

/** The link of an invited person, where no mails are sent. */
export type LinkToHandOver = Readonly<{ email: string; link: string }>;

type Props = Readonly<{
  links: readonly LinkToHandOver[];
  /** Names that the inviter typed beside the addresses. */
  names?: Readonly<Record<string, string>>;
  others?: number;
  onClose: () => void;
}>;

/** The links of people whom one just invited, to copy and hand over. */
export const LinksToHandOver = ({ links, names = {}, others = 0, onClose }: Props): ReactNode => (
  <Dialog title={links.length === 1 ? 'Hand over the link' : 'Hand over the links'} isOpen isAlert onClose={onClose}>
    <Notice tone="warn">
      No mail server is set: nothing goes out. Give each person their own link, in a way that only they read. The first
      to open it is that person here. It works once, for 72 hours; the log records that you saw it.
    </Notice>
    <ul className="lines" aria-label="Links to hand over">
      {links.map(({ email, link }) => (
        <li key={email} className="form">
          <span>
            {names[email] !== undefined && <strong>{names[email]} </strong>}
            <Address of={email} />
          </span>
          <Secret label={`the link for ${email}`} isPrimary={links.length === 1}>
            {link}
          </Secret>
        </li>
      ))}
    </ul>
    {others > 0 && (
      <p className="soft">
        {plural(others, 'person', 'people')} whom others invited too: the operator finds their links in the folder mail/
        of the data folder.
      </p>
    )}
    <DialogEnd onPress={onClose} />
  </Dialog>
);
