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
import { Menu } from '../../../design/layers.tsx';
import { ListPage } from '../../../design/list-page.tsx';
import { Empty, Loading } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { useNames } from '../../people-data.ts';
import { mayMakeLinks } from './again.ts';
import { ChangeLink } from './change-link.tsx';
import { ExtendLinks } from './extend-links.tsx';
import { fileFound } from './file-found.ts';
import { type NamesOfLinks, useNamesOfLinks } from './find-links.ts';
import { COLUMNS, type Row, STATES, WORDS } from './link-columns.tsx';
import { LinkFilesDialog } from './link-files.tsx';
import { marksOf } from './link-marks.ts';
import { LinkTermsDialog } from './link-terms-dialog.tsx';
import { MakeAgain } from './make-again.tsx';
import { MakeLink } from './make-link.tsx';
import { type QuickChange, quickChanges } from './quick-changes.ts';
import { RevokeLinks } from './revoke-links.tsx';
import { WhatBecame } from './what-became.tsx';

export function Links({ room }: Readonly<{ room: Room }>): ReactNode {
  const links = useQuery({
    queryKey: ['links', room.id],
    queryFn: () => service.shares.listOfRoom(room.id, { per_page: 100, may: 'true', kind: 'all' }).all(),
  });
  const me = useMyself();
  const nameOf = useNames();
  const [revoked, setRevoked] = useState<Readonly<{ links: readonly Row[]; done: () => void }>>();
  const [shown, setShown] = useState<Row>();
  const [became, setBecame] = useState<Row>();
  const [again, setAgain] = useState<Row>();
  const { searchParams } = useAddress();
  const opened = searchParams.get('link');
  const sought = searchParams.get('find') ?? '';
  const read = useNamesOfLinks(room, links.data ?? [], sought !== '');
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
  const rows = links.data?.map((link) => {
    const row = {
      ...link,
      file: contentOfShare(link),
      mark: marks.get(link.id),
      maker: link.created_by === me.id ? 'you' : nameOf(link.created_by),
      address: `/rooms/${room.id}/links?link=${link.id}`,
      names: read.names.get(link.id) ?? [],
    };
    return { ...row, found: fileFound(sought, textOf(row), row.names) };
  });
  const subject = rows?.find(({ id }) => id === opened);
  const closeLink = (): void => setQuery({ link: '' });
  const mayMake = mayMakeLinks(room);
  const makeAgain = mayMake
    ? (link: Row) => () => {
        closeLink();
        setAgain(link);
      }
    : undefined;
  const make = mayMake && <MakeLink room={room} />;
  return (
    <>
      {rows !== undefined && rows.length > 0 && (
        <div className="row intro">
          <p className="soft grow">A link opens files to people without an account, until the day that it ends.</p>
          {make}
        </div>
      )}
      <ListPage
        label="Links"
        isPressed
        noun={['link', 'links']}
        rows={rows}
        error={links.error}
        find="Find a link"
        idOf={({ id }) => id}
        textOf={textOf}
        moreOf={({ names }) => names.join(' ')}
        note={sought !== '' && <Searched {...read} />}
        {...(read.isReading && { nothing: <Loading what="the files of the links" rows={3} /> })}
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
              { id: 'became', name: 'What became of it', icon: 'activity' as const, run: () => setBecame(link) },
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
              ...(mayMake
                ? [{ id: 'again', name: 'Make again', icon: 'link' as const, run: () => setAgain(link) }]
                : []),
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
        mayTick={isRevocable}
        bulk={(some, done) => (
          <>
            <ExtendLinks room={room} links={some.filter(isChangeable)} done={done} />
            <Button icon="trash" kind="danger" onPress={() => setRevoked({ links: some, done })}>
              Revoke {plural(some.length, 'link')}
            </Button>
          </>
        )}
        empty={
          <Empty icon="link" title="No links in this room" action={make}>
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
      {became !== undefined && <WhatBecame room={room} link={became} onClose={() => setBecame(undefined)} />}
      {again !== undefined && (
        <MakeAgain room={room} link={again} isRevocable={isRevocable(again)} onClose={() => setAgain(undefined)} />
      )}
      {subject !== undefined && isChangeable(subject) && (
        <ChangeLink room={room} link={subject} file={subject.file} onAgain={makeAgain?.(subject)} onClose={closeLink} />
      )}
      {subject !== undefined && !isChangeable(subject) && (
        <LinkTermsDialog
          room={room}
          link={subject}
          file={subject.file}
          state={WORDS[subject.status]}
          maker={subject.maker}
          onAgain={makeAgain?.(subject)}
          onClose={closeLink}
        />
      )}
    </>
  );
}

const textOf = ({ recipient, name, file, maker }: Pick<Row, 'recipient' | 'name' | 'file' | 'maker'>): string =>
  [recipient, name, file, maker].filter(Boolean).join(' ');

/** Says how far a find goes. */
const Searched = ({ isReading, names, unread }: NamesOfLinks): ReactNode => (
  <p className="soft" role="status">
    {isReading && 'Reading the names of their files…'}
    {!isReading &&
      unread > 0 &&
      `Of ${names.size + unread} links to several files, the names in the newest ${names.size} were searched.`}
  </p>
);

/** The words of a link in the list. */
const described = (link: Share) => ({
  id: link.id,
  words: [link.recipient, link.name, contentOfShare(link)].filter(Boolean).join('\n'),
  madeAt: link.created_at,
});

const isChangeable = (link: Share): boolean => link.status !== 'revoked' && may(link, 'share.edit');

/** A link that ended works again if it is changed; a revoked one never does. */
const isRevocable = (link: Share): boolean => link.status !== 'revoked' && may(link, 'share.revoke');
