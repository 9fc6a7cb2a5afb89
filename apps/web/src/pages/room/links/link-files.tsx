import type { Room, Share, ShareFile } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type FolderNode, folderTree } from '../../../base/folder-tree.ts';
import { plural } from '../../../base/format.ts';
import { useMyself } from '../../../base/me.ts';
import { service } from '../../../base/service.ts';
import { formatSize } from '../../../base/size.ts';
import { FileName } from '../../../design/file-name.tsx';
import { Icon } from '../../../design/icons.tsx';
import { Badge, Failure } from '../../../design/text.tsx';
import { kindOfFile } from '../../viewer/file-kind.ts';

type Props = Readonly<{ room: Room; link: Share }>;

/** Folders of a link with more files are closed at first. */
const MAX_OPEN = 40;

/** The files of a link in the folders that its recipients see. */
export function LinkFiles({ room, link }: Props): ReactNode {
  const me = useMyself();
  const { data: files, error } = useQuery({
    queryKey: ['links', room.id, link.id, 'files'],
    queryFn: () => service.shares.listFiles(link.id, { per_page: 100 }).all(),
  });
  if (files === undefined) return <Failure error={error} />;
  const absent = (link.file_total ?? files.length) - files.length;
  return (
    <section className="link-files">
      <h3>Files</h3>
      <p className="soft">
        {files.length === 0
          ? 'You see none of its files now.'
          : `Recipients see ${plural(files.filter(({ given }) => given).length, 'file')}, in these folders.`}
      </p>
      <Folder room={room} node={folderTree(files)} isOpen={files.length <= MAX_OPEN} />
      {absent > 0 && (
        <p className="soft">
          {absent} of {plural(link.file_total ?? 0, 'file')} {absent === 1 ? 'is' : 'are'} deleted, or hidden from you.
          {link.created_by === me.id && ` Recipients do not get ${absent === 1 ? 'it' : 'them'}.`}
        </p>
      )}
    </section>
  );
}

type FolderProps = Readonly<{ room: Room; node: FolderNode<ShareFile>; isOpen: boolean }>;

const Folder = ({ room, node, isOpen }: FolderProps): ReactNode => (
  <ul>
    {node.folders.map((folder) => (
      <li key={folder.path}>
        <details open={isOpen}>
          <summary>
            <Icon name="right" />
            <Icon name="folder" /> <bdi>{folder.name}</bdi> <span className="soft">{plural(folder.count, 'file')}</span>
          </summary>
          <Folder room={room} node={folder} isOpen={isOpen} />
        </details>
      </li>
    ))}
    {node.files.map((file) => (
      <li key={file.index} data-kind={kindOfFile(file)}>
        <Icon name={kindOfFile(file)} />
        <a href={`/rooms/${room.id}?file=${file.file_id}`}>
          <FileName name={file.name} />
        </a>
        <span className="soft">{formatSize(file.size)}</span>
        {!file.given && (
          <Badge tone="warn" title="The maker of the link may not share this file now, so recipients do not see it.">
            not given
          </Badge>
        )}
      </li>
    ))}
  </ul>
);
