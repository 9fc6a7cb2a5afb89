import { type ReactNode, useMemo, useState } from 'react';
import { formatNumber } from '../../base/format.ts';
import { Notice } from '../../design/text.tsx';
import { RefusedDocument } from '../../office/model.ts';
import { type Inner, type InnerFile, Inside } from './inside.tsx';
import { readDirectory, type ZipDirectory, type ZipItem } from './zip/directory.ts';
import { unpack } from './zip/unpack.ts';
import { ZipList, type ZipPlace } from './zip-list.tsx';

const DAMAGED = 'This archive is damaged. Download it, or ask for it again.';
const reasonOf = (error: unknown): string => (error instanceof RefusedDocument ? error.message : DAMAGED);

/** The list of what is in an archive. Only a file that a person opens or saves is unpacked. */
export function ZipView({ bytes, inner }: Readonly<{ bytes: ArrayBuffer; inner: Inner }>): ReactNode {
  const content = useMemo(() => new Uint8Array(bytes), [bytes]);
  const directory = useMemo(() => directoryOrReason(content), [content]);
  const [place, setPlace] = useState<ZipPlace>({ row: 0, closed: new Set(), hasFocus: false });
  const [opened, setOpened] = useState<InnerFile>();
  const [failed, setFailed] = useState<string>();
  if (typeof directory === 'string')
    return (
      <div className="viewer-part">
        <Notice tone="warn" isUrgent>
          {directory}
        </Notice>
      </div>
    );
  const take = async (item: ZipItem, give: (file: InnerFile) => void): Promise<void> => {
    setFailed(undefined);
    try {
      give({ name: item.parts.at(-1) ?? '', bytes: await unpack(content, item) });
    } catch (error) {
      setFailed(`${item.parts.at(-1)}: ${reasonOf(error)}`);
    }
  };
  if (opened !== undefined)
    return (
      <Inside
        file={opened}
        inner={inner}
        back="Back to the archive"
        onBack={() => {
          setPlace({ ...place, hasFocus: true });
          setOpened(undefined);
        }}
      />
    );
  return (
    <div className="viewer-part">
      <Notes directory={directory} />
      {failed !== undefined && (
        <Notice tone="danger" isUrgent>
          {failed}
        </Notice>
      )}
      <ZipList
        items={directory.items}
        place={place}
        onPlace={setPlace}
        isShown={inner.isShown}
        onOpen={(item) => void take(item, setOpened)}
        onSave={(item) => void take(item, (file) => inner.save(file.bytes, file.name))}
      />
    </div>
  );
}

function directoryOrReason(content: Uint8Array<ArrayBuffer>): ZipDirectory | string {
  if (content.length === 0) return 'This file is empty.';
  try {
    return readDirectory(content);
  } catch (error) {
    return reasonOf(error);
  }
}

function Notes({ directory: { items, count, isBroken } }: Readonly<{ directory: ZipDirectory }>): ReactNode {
  const files = items.filter(({ isFolder }) => !isFolder);
  const encrypted = files.filter(({ isEncrypted }) => isEncrypted).length;
  return (
    <>
      {isBroken && (
        <Notice tone="warn">
          This archive is damaged: {formatNumber(items.length)} of {formatNumber(count)} entries can be listed.
        </Notice>
      )}
      {!isBroken && items.length < count && (
        <Notice>
          The first {formatNumber(items.length)} of {formatNumber(count)} entries are listed. Download the archive to
          see all of them.
        </Notice>
      )}
      {encrypted > 0 && (
        <Notice>
          {encrypted === files.length ? 'The files' : `${formatNumber(encrypted)} of the files`} in this archive are
          encrypted with a password. Download the archive to open them.
        </Notice>
      )}
      {count === 0 && <Notice>This archive is empty.</Notice>}
    </>
  );
}
