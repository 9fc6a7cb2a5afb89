import type { ReactNode } from 'react';
import { useIsPhone } from '../../../base/media.ts';
import { addressWith, goTo } from '../../../base/router.tsx';
import { Menu } from '../../../design/layers.tsx';
import { type Folder, folderAt } from '../base/folders.ts';
import { dropTarget } from './drop-target.ts';

type Props = Readonly<{
  /** The name of the room: its top. */
  room: string;
  root: Folder;
  folder: string;
}>;
type Place = Readonly<{ name: string; path: string }>;

/** Most places on a line, and those that stay on it where there are more: the others are in a menu. */
const ON_PHONE = { most: 3, kept: 2 } as const;
const ON_DESK = { most: 6, kept: 4 } as const;

const addressOf = (path: string): string => addressWith({ folder: path, file: '' });

/** The way from the top of the room to the open folder, on one line. */
export function Trail({ room, root, folder }: Props): ReactNode {
  const { most, kept } = useIsPhone() ? ON_PHONE : ON_DESK;
  if (folder === '') return null;
  const names = folder.split('/');
  const places: readonly Place[] = [
    { name: room, path: '' },
    ...names.map((name, index) => ({ name, path: names.slice(0, index + 1).join('/') })),
  ];
  const inMenu = places.length > most ? places.slice(0, -kept) : [];
  return (
    <nav className="crumbs trail" aria-label="Folders">
      <Menu
        label="Folders above"
        actions={inMenu.map(({ name, path }) => ({
          id: path,
          name,
          icon: path === '' ? 'room' : 'folder',
          run: () => goTo(addressOf(path)),
        }))}
      />
      {places.slice(inMenu.length).map(({ name, path }) => (
        <span key={path}>
          {path !== '' && <span aria-hidden="true">/</span>}
          {path === folder ? (
            <strong className="cut" title={name}>
              <bdi>{name}</bdi>
            </strong>
          ) : (
            <a className="cut" href={addressOf(path)} title={name} {...dropTarget(folderAt(root, path) ?? { path })}>
              <bdi>{name}</bdi>
            </a>
          )}
        </span>
      ))}
    </nav>
  );
}
