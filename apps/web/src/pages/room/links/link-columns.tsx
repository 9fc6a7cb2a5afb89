import type { Share } from '@strongroom/client';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../base/format.ts';
import { FileName } from '../../../design/file-name.tsx';
import type { Column } from '../../../design/table.tsx';
import { Badge } from '../../../design/text.tsx';
import { When } from '../../../design/when.tsx';
import { WORDS } from './link-states.ts';

/** A link that ended as its maker wished is nothing to warn of. */
export const TONES = { active: 'good', expired: undefined, exhausted: undefined, revoked: 'danger' } as const;

export type Row = Share &
  Readonly<{
    /** Its files in words. */
    file: string;
    maker: string;
    /** Tells it from links that read alike. */
    mark: string | undefined;
    /** Of its terms, files and uses. */
    address: string;
    /** The names of its files that were read. */
    names: readonly string[];
    /** The file by which the find has it. */
    found: string | undefined;
  }>;

/** The counted downloads of a link, and the limit. */
export const downloadsOf = ({ download_count: count, max_downloads: most }: Row): string =>
  most === null ? `${formatNumber(count)} · no limit` : `${formatNumber(count)} of ${formatNumber(most)}`;

const Content = ({ kind, file }: Pick<Row, 'kind' | 'file'>): ReactNode =>
  kind === 'file' ? <FileName name={file} /> : <bdi>{file}</bdi>;

export const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'files',
    head: 'Files',
    key: ({ file }) => file,
    cell: ({ kind, file, mark, address, found }) => (
      <>
        <a className="name" href={address}>
          <Content kind={kind} file={file} />
        </a>
        {mark !== undefined && <div className="soft">{mark}</div>}
        {found !== undefined && (
          <div className="soft">
            has <bdi>{found}</bdi>
          </div>
        )}
      </>
    ),
  },
  {
    id: 'for',
    head: 'For',
    key: ({ recipient, name }) => recipient ?? name ?? '',
    cell: ({ recipient, name, file }) => (
      <div className="link-for">
        {recipient === null ? <span className="soft">no recipient</span> : <bdi>{recipient}</bdi>}
        {name !== null && !file.endsWith(name) && (
          <div className="soft">
            <bdi>{name}</bdi>
          </div>
        )}
      </div>
    ),
  },
  {
    id: 'state',
    head: 'State',
    isShort: true,
    key: ({ status }) => WORDS[status],
    cell: ({ status }) => {
      const tone = TONES[status];
      return <Badge {...(tone && { tone })}>{WORDS[status]}</Badge>;
    },
  },
  {
    id: 'downloads',
    head: 'Downloads',
    isNumber: true,
    isShort: true,
    key: ({ download_count: count }) => count,
    cell: (link) => (
      <>
        {downloadsOf(link)}
        <span className="narrow-only-inline"> downloads</span>
      </>
    ),
  },
  {
    id: 'used',
    head: 'Last used',
    isExtra: true,
    isShort: true,
    key: ({ last_used_at: at }) => at ?? '',
    cell: ({ last_used_at: at, download_count: count }) =>
      at === null ? (
        count === 0 && <span className="soft wide-only">not yet</span>
      ) : (
        <>
          <span className="narrow-only-inline">used </span>
          <When at={at} withTime />
        </>
      ),
  },
  {
    id: 'by',
    head: 'Made by',
    isExtra: true,
    key: ({ maker }) => maker,
    cell: ({ maker }) => (
      <span className="cut link-maker" title={maker}>
        {maker}
      </span>
    ),
  },
  {
    id: 'made',
    head: 'Made',
    isExtra: true,
    isShort: true,
    key: ({ created_at: at }) => at,
    cell: ({ created_at: at }) => <When at={at} />,
  },
  {
    id: 'ends',
    head: 'Ends',
    isShort: true,
    key: ({ expires_at: at }) => at,
    cell: ({ expires_at: at }) => (
      <>
        <span className="narrow-only-inline">until </span>
        <When at={at} isEnd />
      </>
    ),
  },
];

export const STATES = Object.entries(WORDS).map(([id, name]) => ({ id, name }));
