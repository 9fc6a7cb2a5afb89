import type { ReactNode } from 'react';
import { type Folder, folderAt } from '../base/folders.ts';
import { dropTarget } from './drop-target.ts';

type Props = Readonly<{ root: Folder; folder: string }>;

export function Trail({ root, folder }: Props): ReactNode {
  if (folder === '') return null;
  const parts = folder.split('/');
  const linkTo = (count: number): string => {
    const url = new URL(location.href);
    url.searchParams.set('folder', parts.slice(0, count).join('/'));
    url.searchParams.delete('file');
    if (count === 0) url.searchParams.delete('folder');
    return url.pathname + url.search;
  };
  const target = (path: string) => dropTarget(folderAt(root, path) ?? { path });
  return (
    <nav className="crumbs trail" aria-label="Folders">
      <a href={linkTo(0)} {...target('')}>
        All files
      </a>
      {parts.map((part, index) => (
        <span key={linkTo(index + 1)}>
          <span aria-hidden="true">/ </span>
          {index === parts.length - 1 ? (
            <strong>{part}</strong>
          ) : (
            <a href={linkTo(index + 1)} {...target(parts.slice(0, index + 1).join('/'))}>
              {part}
            </a>
          )}
        </span>
      ))}
    </nav>
  );
}
