import type { Room, Share } from '@strongroom/client';
import { Fragment, type ReactNode } from 'react';
import { formatDateTime } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { Button } from '../../../design/controls.tsx';
import { Dialog, DialogEnd } from '../../../design/layers.tsx';
import { LinkFiles } from './link-files.tsx';
import { UsesOfLink } from './uses-of-link.tsx';

type Props = Readonly<{
  room: Room;
  link: Share;
  /** Its files, its state and its maker in words. */
  file: string;
  state: string;
  maker: string;
  onAgain: (() => void) | undefined;
  onClose: () => void;
}>;

/** The terms and files of a link that the reader cannot change, such as a revoked one. */
export function LinkTermsDialog({ room, link, file, state, maker, onAgain, onClose }: Props): ReactNode {
  const { recipient, name, message, expires_at: end, max_downloads: most, download_count: used } = link;
  const facts: readonly (readonly [string, string | null])[] = [
    ['State', state],
    ['For whom', recipient],
    ['Name', name],
    ['Message', message],
    ['Works until', formatDateTime(end)],
    ['Downloads', most === null ? `${used}, no limit` : `${used} of ${most}`],
    ['Made', `${formatDateTime(link.created_at)} by ${maker}`],
  ];
  return (
    <Dialog title={isolateNames`Link to ${file}`} isOpen onClose={onClose}>
      <dl className="facts">
        {facts.map(
          ([term, text]) =>
            (text ?? '') !== '' && (
              <Fragment key={term}>
                <dt>{term}</dt>
                <dd>{text}</dd>
              </Fragment>
            ),
        )}
      </dl>
      {link.kind === 'package' && <LinkFiles room={room} link={link} />}
      <UsesOfLink room={room} link={link} />
      <DialogEnd
        onPress={onClose}
        main={
          onAgain && (
            <Button kind="primary" onPress={onAgain}>
              Make again
            </Button>
          )
        }
      />
    </Dialog>
  );
}
