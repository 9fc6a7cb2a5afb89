import type { Room } from '@strongroom/client';
import type { ReactNode } from 'react';
import { formatDateTime, formatEnd } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { ActionButtons } from '../../../design/action-buttons.tsx';
import { Button } from '../../../design/controls.tsx';
import { type Fact, FactList } from '../../../design/fact-list.tsx';
import { Dialog, DialogEnd, type MenuAction } from '../../../design/layers.tsx';
import { Badge } from '../../../design/text.tsx';
import { downloadsOf, type Row, TONES } from './link-columns.tsx';
import { LinkFiles } from './link-files.tsx';
import { WORDS } from './link-states.ts';
import { WHAT_COUNTS } from './link-terms.ts';
import { UsesOfLink } from './uses-of-link.tsx';

type Props = Readonly<{
  room: Room;
  link: Row;
  /** Offered to the reader. */
  actions: readonly MenuAction[];
  onClose: () => void;
}>;

/** A link with its terms, its files, and each use of it. */
export function WhatBecame({ room, link, actions, onClose }: Props): ReactNode {
  const { file, recipient, name, message, status, maker, download_count: used } = link;
  const tone = TONES[status];
  const facts: readonly Fact[] = [
    ['State', <Badge {...(tone && { tone })}>{WORDS[status]}</Badge>],
    ['For whom', recipient],
    ['Name', name !== null && !file.endsWith(name) && name],
    ['Message', message && <span className="as-written">{message}</span>],
    ['Downloads', downloadsOf(link)],
    ['Last used', link.last_used_at !== null && formatDateTime(link.last_used_at)],
    ['Works until', formatEnd(link.expires_at)],
    ['Made', `${formatDateTime(link.created_at)} by ${maker}`],
  ];
  const [change, others] = [actions.find(({ id }) => id === 'change'), actions.filter(({ id }) => id !== 'change')];
  return (
    <Dialog title={isolateNames`Link to ${file}`} isOpen onClose={onClose}>
      <FactList facts={facts} />
      <ActionButtons actions={others} />
      {used === 0 ? <p>It was neither viewed nor downloaded yet.</p> : <UsesOfLink room={room} link={link} />}
      {link.kind === 'package' && <LinkFiles room={room} link={link} />}
      <p className="hint">
        {WHAT_COUNTS} The address of the link was shown once, when it was made: a new link to the same files has one.
      </p>
      <DialogEnd
        onPress={onClose}
        main={
          change && (
            <Button kind="primary" onPress={change.run}>
              {change.name}
            </Button>
          )
        }
      />
    </Dialog>
  );
}
