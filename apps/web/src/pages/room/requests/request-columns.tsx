import type { UploadRequest } from '@strongroom/client';
import { plural } from '../../../base/format.ts';
import { formatSize } from '../../../base/size.ts';
import type { Column } from '../../../design/table.tsx';
import { Badge } from '../../../design/text.tsx';
import { When } from '../../../design/when.tsx';

export const TONES = { draft: undefined, active: 'good', revoked: 'danger', expired: 'warn', full: 'warn' } as const;
export const WORDS = {
  draft: 'not opened',
  active: 'open',
  revoked: 'ended',
  expired: 'expired',
  full: 'full',
} as const;

/** An upload request, and the names that the page knows. */
export type ListedRequest = UploadRequest & Readonly<{ folder: string; place: string; maker: string }>;

export const COLUMNS: readonly Column<ListedRequest>[] = [
  {
    id: 'for',
    head: 'For',
    cell: ({ id, message, place }) => (
      <>
        <a className="name" href={`?request=${id}`}>
          <strong>
            <bdi>{message ?? 'Without a message'}</bdi>
          </strong>
        </a>
        <div className="soft cut">
          <bdi>{place}</bdi>
        </div>
      </>
    ),
  },
  { id: 'state', head: 'State', cell: ({ status }) => <Badge tone={TONES[status]}>{WORDS[status]}</Badge> },
  {
    id: 'files',
    head: 'Received',
    isNumber: true,
    cell: ({ files_received: count, max_files: most, files_waiting: waiting }) => (
      <>
        {count} of {plural(most, 'file')}
        {waiting > 0 && <div className="soft">{waiting} in the inbox</div>}
      </>
    ),
  },
  {
    id: 'last',
    head: 'Last received',
    isExtra: true,
    cell: ({ last_received_at: at }) => at !== null && <When at={at} toMinute />,
  },
  {
    id: 'size',
    head: 'Size',
    isNumber: true,
    isExtra: true,
    cell: ({ bytes_received: count, max_bytes: most }) => `${formatSize(count)} of ${formatSize(most)}`,
  },
  { id: 'by', head: 'Made by', isExtra: true, cell: ({ maker }) => maker },
  { id: 'ends', head: 'Ends', cell: ({ expires_at: at }) => <When at={at} isEnd /> },
];
