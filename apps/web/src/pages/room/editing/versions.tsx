import type { FileVersion, Room, File as RoomFile } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { allowedOffers, may } from '../../../base/may.ts';
import { service } from '../../../base/service.ts';
import { formatSize } from '../../../base/size.ts';
import { Classification } from '../../../design/classification.tsx';
import { Button } from '../../../design/controls.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Dialog, DialogEnd, Menu, type MenuAction } from '../../../design/layers.tsx';
import { Badge, Failure, Loading } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { When } from '../../../design/when.tsx';
import { uploadQueue } from '../../../transfer/page.ts';
import { readFilesAgain, useFile } from '../base/room-files.ts';
import { saveVersion } from '../base/save-file.ts';
import { useUploaders } from '../base/uploaders.ts';
import { nameOfVersion } from '../base/version-name.ts';

type Props = Readonly<{ file: RoomFile; room: Room; onClose: () => void }>;

/** The contents that a file had. One is made current again, saved or deleted; a new one is added. */
export function Versions({ file, room, onClose }: Props): ReactNode {
  const now = useFile(room.id, file.id).data ?? file;
  const versions = useQuery({
    queryKey: ['file', room.id, file.id, 'versions'],
    queryFn: () => service.versions.list(file.id, { per_page: 100, may: 'true' }).all(),
    enabled: may(now, 'version.list'),
    staleTime: 0,
  });
  const uploader = useUploaders((versions.data ?? []).map(({ uploaded_by: by }) => by));
  const [deleted, setDeleted] = useState<FileVersion>();
  const restore = useMutation({
    mutationFn: ({ version }: FileVersion) => service.versions.restore(file.id, String(version)),
    onSuccess: (_, { version }) => toast(`Version ${version} of ${file.name} is the current one.`, 'good'),
    onSettled: () => readFilesAgain(room.id),
  });
  const actions = (version: FileVersion): readonly MenuAction[] =>
    allowedOffers<MenuAction>([
      [
        may(version, 'version.download') || may(version, 'file.download'),
        { id: 'download', name: 'Download', icon: 'download', run: () => void saveVersion(file, version) },
      ],
      [
        !version.current && may(version, 'version.restore'),
        { id: 'restore', name: 'Make it current', icon: 'retry', run: () => restore.mutate(version) },
      ],
      [
        !version.current && may(version, 'version.delete'),
        { id: 'delete', name: 'Delete', icon: 'trash', isDanger: true, run: () => setDeleted(version) },
      ],
    ]);
  if (deleted !== undefined)
    return <DeleteVersion file={file} room={room} version={deleted} onClose={() => setDeleted(undefined)} />;
  return (
    <Dialog title={`Versions of ${file.name}`} isOpen isWide onClose={onClose}>
      <Failure error={versions.error ?? restore.error} />
      {versions.isLoading && <Loading what="the versions" rows={3} />}
      <ul className="versions">
        {versions.data?.map((version) => (
          <li key={version.version} className="row">
            <span className="grow">
              <strong>Version {version.version}</strong> {version.current && <Badge tone="good">current</Badge>}{' '}
              {version.classification !== now.classification && (
                <Classification label={version.classification} isShort />
              )}
              <br />
              <small className="soft">
                {version.name !== now.name && (
                  <>
                    <bdi>{version.name}</bdi> ·{' '}
                  </>
                )}
                {formatSize(version.size)} · <When at={version.uploaded_at} /> · {uploader(version.uploaded_by)}
              </small>
              {version.note !== null && (
                <p className="note">
                  <bdi>{version.note}</bdi>
                </p>
              )}
            </span>
            <Menu label={`Actions for version ${version.version}`} actions={actions(version)} />
          </li>
        ))}
      </ul>
      <p className="soft">
        Links that are sent without a key lead to the current version. Viewers of the room see the current version only.
      </p>
      <DialogEnd onPress={onClose} main={may(now, 'file.replace') && <AddVersion file={now} onAdded={onClose} />} />
    </Dialog>
  );
}

/** Sends another content for a file. Its name and label stay; an ending of another kind comes with its name. */
function AddVersion({ file, onAdded }: Readonly<{ file: RoomFile; onAdded: () => void }>): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const take = (added: File | undefined): void => {
    if (added === undefined) return;
    const { id, folder } = file;
    const name = nameOfVersion(file.name, added.name);
    void uploadQueue.add(file.room_id, [{ file: added, name, folder, isThere: false, replaces: id }], undefined);
    onAdded();
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        data-testid="version"
        onChange={({ target }) => take(target.files?.[0] ?? undefined)}
      />
      <Button kind="primary" icon="upload" onPress={() => input.current?.click()}>
        Add a version
      </Button>
    </>
  );
}

type DeleteProps = Props & Readonly<{ version: FileVersion }>;

function DeleteVersion({ file, room, version: { version }, onClose }: DeleteProps): ReactNode {
  const remove = useMutation({
    mutationFn: () => service.versions.delete(file.id, String(version)),
    onSuccess: () => {
      toast(`Version ${version} of ${file.name} deleted.`, 'good');
      onClose();
    },
    onSettled: () => readFilesAgain(room.id),
  });
  return (
    <FormDialog
      title={`Delete version ${version} of ${file.name}?`}
      action="Delete the version"
      kind="danger"
      isAlert
      work={{ ...remove, mutate: () => remove.mutate() }}
      onClose={onClose}
    >
      <p>
        Its key is erased at once, and not even a backup of the service brings it back. It does not go to the bin. Links
        that lead to this version end; the other versions stay.
      </p>
    </FormDialog>
  );
}
