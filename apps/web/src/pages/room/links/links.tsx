import { contentOfShare, type Room, type Share } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { explainError } from '../../../base/explain.ts';
import { formatToMinute, plural } from '../../../base/format.ts';
import { may } from '../../../base/may.ts';
import { useMyself } from '../../../base/me.ts';
import { queries } from '../../../base/queries.ts';
import { setQuery, useAddress } from '../../../base/router.tsx';
import { service } from '../../../base/service.ts';
import { Button } from '../../../design/controls.tsx';
import { FileName } from '../../../design/file-name.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Menu } from '../../../design/layers.tsx';
import { ListPage } from '../../../design/list-page.tsx';
import type { Column } from '../../../design/table.tsx';
import { Address, Badge, Empty } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { When } from '../../../design/when.tsx';
import { useNames } from '../../people-data.ts';
import { ChangeLink } from './change-link.tsx';
import { LinkFilesDialog } from './link-files.tsx';
import { marksOf } from './link-marks.ts';
import { LinkTermsDialog } from './link-terms-dialog.tsx';
import { type QuickChange, quickChanges } from './quick-changes.ts';

/** A link that ended as its maker wished is nothing to warn of. */
const TONES = { active: 'good', expired: undefined, exhausted: undefined, revoked: 'danger' } as const;
const WORDS = { active: 'active', expired: 'expired', exhausted: 'used up', revoked: 'revoked' } as const;

type Row = Share &
  Readonly<{
    /** Its files in words. */
    file: string;
    maker: string;
    /** Tells it from links that read alike. */
    mark: string | undefined;
    /** Of its terms, files and uses. */
    address: string;
  }>;

const Content = ({ kind, file }: Pick<Row, 'kind' | 'file'>): ReactNode =>
  kind === 'file' ? <FileName name={file} /> : <bdi>{file}</bdi>;

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'for',
    head: 'For',
    key: ({ recipient, name }) => recipient ?? name ?? '',
    cell: ({ recipient, name, kind, file, mark, address }) => (
      <>
        <a className="name" href={address}>
          {recipient ?? name ?? <Content kind={kind} file={file} />}
        </a>
        {recipient !== null && name !== null && <span className="soft"> {name}</span>}
        {(recipient ?? name) !== null && (recipient ?? name) !== file && name !== file && (
          <div className="soft">
            <Content kind={kind} file={file} />
          </div>
        )}
        {mark !== undefined && <div className="soft">{mark}</div>}
      </>
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
    cell: ({ download_count: count, max_downloads: most }) => `${count}${most === null ? ', no limit' : ` of ${most}`}`,
  },
  {
    id: 'by',
    head: 'Made by',
    isExtra: true,
    key: ({ maker }) => maker,
    cell: ({ maker }) => (
      <span className="whole-words">
        <Address of={maker} />
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
    cell: ({ expires_at: at }) => <When at={at} />,
  },
];

const STATES = Object.entries(WORDS).map(([id, name]) => ({ id, name }));

export function Links({ room }: Readonly<{ room: Room }>): ReactNode {
  const links = useQuery({
    queryKey: ['links', room.id],
    queryFn: () => service.shares.listOfRoom(room.id, { per_page: 100, may: 'true', kind: 'all' }).all(),
  });
  const me = useMyself();
  const nameOf = useNames();
  const [revoked, setRevoked] = useState<Readonly<{ links: readonly Row[]; done: () => void }>>();
  const [shown, setShown] = useState<Row>();
  const opened = useAddress().searchParams.get('link');
  const change = useMutation({
    mutationFn: ({ link, terms }: Readonly<{ link: Row; terms: QuickChange['terms'] }>) =>
      service.shares.change(link.id, terms),
    onSuccess: ({ max_downloads: most, expires_at: end }, { terms }) =>
      toast(
        'max_downloads' in terms
          ? `The link allows ${plural(most ?? 0, 'download')} now.`
          : `The link works until ${formatToMinute(end)} now.`,
      ),
    onError: (error) => toast(explainError(error).text, 'danger'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['links', room.id] }),
  });
  const marks = marksOf((links.data ?? []).map(described));
  const rows = links.data?.map((link) => ({
    ...link,
    file: contentOfShare(link),
    mark: marks.get(link.id),
    maker: link.created_by === me.id ? 'you' : nameOf(link.created_by),
    address: `/rooms/${room.id}/links?link=${link.id}`,
  }));
  const subject = rows?.find(({ id }) => id === opened);
  const closeLink = (): void => setQuery({ link: '' });
  return (
    <>
      <ListPage
        label="Links"
        noun={['link', 'links']}
        rows={rows}
        error={links.error}
        find="Find a link"
        idOf={({ id }) => id}
        textOf={({ recipient, name, file, maker }) => [recipient, name, file, maker].filter(Boolean).join(' ')}
        columns={COLUMNS}
        order="-made"
        filters={[
          { id: 'state', label: 'State', options: STATES, fits: ({ status }, state) => status === state },
          {
            id: 'by',
            label: 'Made by',
            options: [{ id: 'me', name: 'me' }],
            fits: ({ created_by: by }) => by === me.id,
          },
        ]}
        actions={(link) => (
          <Menu
            label={`Actions for the link to ${[link.file, link.mark].filter(Boolean).join(', ')}`}
            actions={[
              ...(link.kind === 'package'
                ? [{ id: 'files', name: 'Files', icon: 'folder' as const, run: () => setShown(link) }]
                : []),
              ...(isChangeable(link)
                ? [
                    { id: 'change', name: 'Change', icon: 'text' as const, run: () => setQuery({ link: link.id }) },
                    ...quickChanges(link, Date.now()).map(({ id, name, icon, terms }) => ({
                      id,
                      name,
                      icon,
                      run: () => change.mutate({ link, terms }),
                    })),
                  ]
                : [{ id: 'terms', name: 'Terms', icon: 'text' as const, run: () => setQuery({ link: link.id }) }]),
              ...(isRevocable(link)
                ? [
                    {
                      id: 'revoke',
                      name: 'Revoke',
                      icon: 'trash' as const,
                      isDanger: true,
                      run: () => setRevoked({ links: [link], done: () => undefined }),
                    },
                  ]
                : []),
            ]}
          />
        )}
        bulk={(ticked, done) => {
          const some = ticked.filter(isRevocable);
          return (
            some.length > 0 && (
              <Button kind="danger" onPress={() => setRevoked({ links: some, done })}>
                Revoke {plural(some.length, 'link')}
              </Button>
            )
          );
        }}
        empty={
          <Empty icon="link" title="No links in this room">
            A link gives one file, or several, to a person without an account, until a day and for a number of downloads
            that you choose. Make one from the actions of a file, or tick several.
          </Empty>
        }
      />
      {revoked !== undefined && <RevokeLinks room={room} {...revoked} onClose={() => setRevoked(undefined)} />}
      {shown !== undefined && (
        <LinkFilesDialog
          room={room}
          link={shown}
          title={`Files of ${shown.recipient === null ? 'the link' : `the link for ${shown.recipient}`}`}
          onClose={() => setShown(undefined)}
        />
      )}
      {subject !== undefined && isChangeable(subject) && (
        <ChangeLink room={room} link={subject} file={subject.file} onClose={closeLink} />
      )}
      {subject !== undefined && !isChangeable(subject) && (
        <LinkTermsDialog
          room={room}
          link={subject}
          file={subject.file}
          state={WORDS[subject.status]}
          maker={subject.maker}
          onClose={closeLink}
        />
      )}
    </>
  );
}

/** The words of a link in the list. */
const described = (link: Share) => ({
  id: link.id,
  words: [link.recipient, link.name, contentOfShare(link)].filter(Boolean).join('\n'),
  madeAt: link.created_at,
});

const isChangeable = (link: Share): boolean => link.status !== 'revoked' && may(link, 'share.edit');

/** A link that ended works again if it is changed; a revoked one never does. */
const isRevocable = (link: Share): boolean => link.status !== 'revoked' && may(link, 'share.revoke');

type RevokeProps = Readonly<{ room: Room; links: readonly Row[]; done: () => void; onClose: () => void }>;

const SHOWN = 5;

function RevokeLinks({ room, links, done, onClose }: RevokeProps): ReactNode {
  const revoke = useMutation({
    mutationFn: async () => {
      for (const { id } of links) await service.shares.revoke(id);
    },
    onSuccess: () => {
      toast(
        links.length === 1 ? 'Revoked. The link opens nothing any more.' : `${plural(links.length, 'link')} revoked.`,
      );
      done();
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['links', room.id] }),
  });
  const [link] = links;
  return (
    <FormDialog
      title={
        links.length === 1 && link ? `Revoke the link to ${link.file}?` : `Revoke ${plural(links.length, 'link')}?`
      }
      action="Revoke"
      kind="danger"
      work={revoke}
      isAlert
      onClose={onClose}
    >
      {links.length > 1 && (
        <ul>
          {links.slice(0, SHOWN).map(({ id, recipient, name, file }) => (
            <li key={id}>{[recipient ?? name, file].filter(Boolean).join(': ')}</li>
          ))}
          {links.length > SHOWN && <li>and {plural(links.length - SHOWN, 'more', 'more')}</li>}
        </ul>
      )}
      <p>
        {links.length === 1 ? 'It opens' : 'They open'} nothing from now on. This cannot be undone. Copies that were
        downloaded stay with their recipients.
      </p>
    </FormDialog>
  );
}
