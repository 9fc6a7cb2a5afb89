import type { ReactNode } from 'react';
import { formatDateTime, formatEnd, plural } from '../../../base/format.ts';
import { formatSize } from '../../../base/size.ts';
import { ActionButtons } from '../../../design/action-buttons.tsx';
import { type Fact, FactList } from '../../../design/fact-list.tsx';
import { FileName } from '../../../design/file-name.tsx';
import { Dialog, DialogEnd, type MenuAction } from '../../../design/layers.tsx';
import { Badge } from '../../../design/text.tsx';
import { type ListedRequest, TONES, WORDS } from './request-columns.tsx';
import type { TakenInItem } from './take-in.tsx';

type Props = Readonly<{
  request: ListedRequest;
  /** Files in the inbox that came by it. */
  waiting: readonly TakenInItem[];
  actions: readonly MenuAction[];
  onClose: () => void;
}>;

/** A request with its terms and what came by it. */
export function RequestDialog({ request, waiting, actions, onClose }: Props): ReactNode {
  const { message, place, status, maker, files_received: files, max_files: most } = request;
  const facts: readonly Fact[] = [
    ['State', <Badge tone={TONES[status]}>{WORDS[status]}</Badge>],
    ['Message', message && <span className="as-written">{message}</span>],
    ['For the folder', <bdi>{place}</bdi>],
    ['Received', `${files} of ${plural(most, 'file')}`],
    ['Last received', request.last_received_at && formatDateTime(request.last_received_at)],
    ['Size', `${formatSize(request.bytes_received)} of ${formatSize(request.max_bytes)}`],
    ['Works until', formatEnd(request.expires_at)],
    ['Made', `${formatDateTime(request.created_at)} by ${maker}`],
  ];
  const handled = files - waiting.length;
  return (
    <Dialog title="Request for files" isOpen onClose={onClose}>
      <FactList facts={facts} />
      <ActionButtons actions={actions} />
      {files === 0 && <p>Nothing came by it yet.</p>}
      {waiting.length > 0 && (
        <section>
          <h3>Waiting in the inbox</h3>
          <ul>
            {waiting.map(({ id, name, received_at: at }) => (
              <li key={id} className="row">
                <a className="cut" href={`?item=${id}`}>
                  <FileName name={name} />
                </a>
                <span className="soft">{formatDateTime(at)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {handled > 0 && <p>{plural(handled, 'file')} taken in or refused.</p>}
      <p className="hint">The address of the request was shown once, when it was made: a new request has one.</p>
      <DialogEnd onPress={onClose} />
    </Dialog>
  );
}
