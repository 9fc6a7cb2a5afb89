import type { File as RoomFile } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queries } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Button, Check, Field, Secret, Select } from '../../design/controls.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Dialog } from '../../design/layers.tsx';
import { Notice } from '../../design/text.tsx';
import { transfers } from '../../transfer/page.ts';
import { KeyWaitNotice } from '../key-wait-notice.tsx';

const DAY = 86_400;
const LIVES = [
  { id: String(DAY), name: '1 day' },
  { id: String(7 * DAY), name: '7 days' },
  { id: String(30 * DAY), name: '30 days' },
];

async function make(
  file: RoomFile,
  withKey: boolean,
  expiresIn: number,
  maxDownloads: number | undefined,
): Promise<string> {
  if (withKey) return transfers.shareWithKey(file.id, { expiresIn, maxDownloads });
  const terms = { expires_in: expiresIn, ...(maxDownloads === undefined ? {} : { max_downloads: maxDownloads }) };
  const share = await service.shares.create(file.id, terms);
  return share.url ?? '';
}

export function ShareFile({ file, onClose }: Readonly<{ file: RoomFile; onClose: () => void }>): ReactNode {
  const [life, setLife] = useState(String(7 * DAY));
  const [cap, setCap] = useState('1');
  const [withKey, setWithKey] = useState(true);
  const maxDownloads = cap === '' ? undefined : Number(cap);
  const share = useMutation({
    mutationFn: () => make(file, withKey, Number(life), maxDownloads),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['links', file.room_id] }),
  });
  const title = `Link to ${file.name}`;
  if (share.data !== undefined)
    return (
      <Dialog title={title} isOpen onClose={onClose} isWide>
        <Notice tone="warn">
          The link is shown this once. Anyone who has it can read the file: send it by a channel that you trust.
        </Notice>
        <Secret label="the link">{share.data}</Secret>
        <div className="dialog-actions">
          <Button kind="primary" onPress={onClose}>
            Done
          </Button>
        </div>
      </Dialog>
    );
  return (
    <FormDialog title={title} action="Make the link" work={share} onClose={onClose}>
      <Select label="Works for" value={life} onChange={setLife} options={LIVES} />
      <Field label="Downloads at most" type="number" value={cap} onChange={setCap} hint="Empty for no limit" />
      <Check isSelected={withKey} onChange={setWithKey}>
        The link holds the key: it opens in any browser, without an account
      </Check>
      {share.isPending && <KeyWaitNotice />}
      {!withKey && (
        <Notice>Without the key the link gives ciphertext. Its reader needs key management of their own.</Notice>
      )}
    </FormDialog>
  );
}
