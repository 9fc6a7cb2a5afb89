import type { Room } from '@strongroom/client';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { Dialog, DialogEnd } from '../../../design/layers.tsx';
import { Badge } from '../../../design/text.tsx';
import { type Row, WORDS } from './link-columns.tsx';
import { WHAT_COUNTS } from './link-terms.ts';
import { UsesOfLink } from './uses-of-link.tsx';

type Props = Readonly<{ room: Room; link: Row; onClose: () => void }>;

/** The uses of a link with its state, apart from its terms. */
export function WhatBecame({ room, link, onClose }: Props): ReactNode {
  const { file, recipient, status, maker, download_count: used, max_downloads: most } = link;
  return (
    <Dialog title={isolateNames`What became of the link to ${file}`} isOpen onClose={onClose}>
      <dl className="facts">
        {recipient !== null && (
          <>
            <dt>For whom</dt>
            <dd>
              <bdi>{recipient}</bdi>
            </dd>
          </>
        )}
        <dt>State</dt>
        <dd>
          <Badge>{WORDS[status]}</Badge>
        </dd>
        <dt>Downloads</dt>
        <dd>{most === null ? `${used}, no limit` : `${used} of ${most}`}</dd>
        <dt>Made</dt>
        <dd>
          {formatDateTime(link.created_at)} by {maker}
        </dd>
        <dt>Works until</dt>
        <dd>{formatDateTime(link.expires_at)}</dd>
      </dl>
      {used === 0 && <p>It was neither viewed nor downloaded yet.</p>}
      <UsesOfLink room={room} link={link} />
      <p className="soft">{WHAT_COUNTS}</p>
      <DialogEnd onPress={onClose}>Close</DialogEnd>
    </Dialog>
  );
}
