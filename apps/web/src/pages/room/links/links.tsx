import { contentOfShare, type Room, type Share } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { explainError } from '../../../base/explain.ts';
import { formatEnd, plural } from '../../../base/format.ts';
import { loadLater } from '../../../base/later.ts';
import { useMyself } from '../../../base/me.ts';
import { queries } from '../../../base/queries.ts';
import { setQuery, useAddress } from '../../../base/router.tsx';
import { service } from '../../../base/service.ts';
import { Button } from '../../../design/controls.tsx';
import { Menu } from '../../../design/layers.tsx';
import { ListPage } from '../../../design/list-page.tsx';
import { Empty, Loading } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { saveTable } from '../../../save/save-table.ts';
import { useNames } from '../../people-data.ts';
import { mayMakeLinks } from './again.ts';
import { ChangeLink } from './change-link.tsx';
import { ExtendLinks } from './extend-links.tsx';
import { fileFound } from './file-found.ts';
import { type NamesOfLinks, useNamesOfLinks } from './find-links.ts';
import { actionsOfLink, isChangeable, isRevocable } from './link-actions.ts';
import { COLUMNS, type Row, STATES } from './link-columns.tsx';
import { marksOf } from './link-marks.ts';
import { linksAsTable } from './links-table.ts';
import { MakeAgain } from './make-again.tsx';
import type { QuickChange } from './quick-changes.ts';
import { RevokeLinks } from './revoke-links.tsx';
import { WhatBecame } from './what-became.tsx';

const MakeLink = loadLater(() => import('./make-link.tsx').then(({ MakeLink: it }) => it));

export function Links({ room }: Readonly<{ room: Room }>): ReactNode {
  const links = useQuery({
    queryKey: ['links', room.id],
    queryFn: () => service.shares.listOfRoom(room.id, { per_page: 100, may: 'true', kind: 'all' }).all(),
  });
  const me = useMyself();
  const nameOf = useNames();
  const [revoked, setRevoked] = useState<Readonly<{ links: readonly Row[]; done: () => void }>>();
  const [changed, setChanged] = useState<Row>();
  const [again, setAgain] = useState<Row>();
  const [isMaking, setMaking] = useState(false);
  const { searchParams } = useAddress();
  const opened = searchParams.get('link');
  const sought = searchParams.get('find') ?? '';
  const read = useNamesOfLinks(room, links.data ?? [], sought !== '');
  const change = useMutation({
    mutationFn: ({ link, terms }: Readonly<{ link: Row; terms: QuickChange['terms'] }>) =>
      service.shares.change(link.id, terms),
    onSuccess: ({ max_downloads: most, expires_at: end }, { terms }) => {
      const allows = terms.max_downloads === undefined ? [] : [`allows ${plural(most ?? 0, 'download')}`];
      const works = terms.expires_at === undefined ? [] : [`works until ${formatEnd(end)}`];
      toast(`The link ${[...allows, ...works].join(' and ')} now.`);
    },
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
  const deeds = {
    change: setChanged,
    changeAtOnce: (link: Row, terms: QuickChange['terms']) => change.mutate({ link, terms }),
    again: mayMake ? setAgain : undefined,
    revoke: (link: Row) => setRevoked({ links: [link], done: () => undefined }),
  };
  /** From the dialog about the link, which closes. */
  const leaving = (deed: (link: Row) => void) => (link: Row) => {
    closeLink();
    deed(link);
  };
  const make = mayMake && (
    <Button kind="primary" icon="plus" onPress={() => setMaking(true)}>
      Make a link
    </Button>
  );
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
              {
                id: 'became',
                name: 'What became of it',
                icon: 'activity',
                run: () => setQuery({ link: link.id }),
              },
              ...actionsOfLink(link, deeds),
            ]}
          />
        )}
        onSave={(found) => saveTable(linksAsTable(found), `${room.name} links`)}
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
      {/* Apart from the button, which has another place once there is a link. */}
      {isMaking && (
        <Suspense>
          <MakeLink room={room} onClose={() => setMaking(false)} />
        </Suspense>
      )}
      {revoked !== undefined && <RevokeLinks room={room} {...revoked} onClose={() => setRevoked(undefined)} />}
      {again !== undefined && (
        <MakeAgain room={room} link={again} isRevocable={isRevocable(again)} onClose={() => setAgain(undefined)} />
      )}
      {changed !== undefined && (
        <ChangeLink
          room={room}
          link={changed}
          file={changed.file}
          onAgain={
            mayMake
              ? () => {
                  setChanged(undefined);
                  setAgain(changed);
                }
              : undefined
          }
          onClose={() => setChanged(undefined)}
        />
      )}
      {subject !== undefined && (
        <WhatBecame
          room={room}
          link={subject}
          actions={actionsOfLink(subject, {
            ...deeds,
            change: leaving(setChanged),
            again: deeds.again && leaving(setAgain),
            revoke: leaving(deeds.revoke),
          })}
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
