import type { Room, UploadRequest } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { explainError } from '../../../base/explain.ts';
import { formatDate, plural } from '../../../base/format.ts';
import { may } from '../../../base/may.ts';
import { queries, useOffer } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { Check, Field } from '../../../design/controls.tsx';
import { DayField } from '../../../design/day-field.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Notice } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { transfers } from '../../../transfer/page.ts';
import { KeyWaitNotice } from '../../key-wait-notice.tsx';
import { useFolders } from '../base/room-files.ts';
import { dayProblem, secondsUntilEndOf } from '../links/link-terms.ts';
import { NewLink } from '../links/new-link.tsx';
import { FolderPicker, MAX_FOLDERS } from '../moving/folder-picker.tsx';
import {
  defaultRequestFields,
  fieldsAgain,
  filesProblem,
  mebibytesToBytes,
  messageOfRequest,
  type RequestFields,
  sizeProblem,
} from './request-terms.ts';

const TITLE = 'Ask for files';

type Props = Readonly<{
  room: Room;
  /** The folder that is chosen at first. */
  folder: string;
  /** Another request whose text and limits the new one has. */
  again?: UploadRequest;
  onClose: () => void;
}>;

/** Makes an upload request, and shows its link this once. */
export function AskForFiles({ room, folder: usual, again, onClose }: Props): ReactNode {
  const [terms, setTerms] = useState(() =>
    again === undefined ? defaultRequestFields(Date.now()) : fieldsAgain(again, Date.now()),
  );
  const endable =
    again !== undefined && again.status === 'active' && may(again, 'upload_request.revoke') ? again : undefined;
  const [isEnded, setEnded] = useState(true);
  const [folder, setFolder] = useState(usual);
  const folders = useFolders(room.id, MAX_FOLDERS).data?.items ?? [];
  const offer = useOffer();
  const hasNoKeys = offer.data !== undefined && offer.data.key_service === null;
  const folderId = folders.find(({ path }) => path === folder)?.id ?? null;
  const isUnmade = folder !== '' && folderId === null;
  const ask = useMutation({
    mutationFn: () =>
      transfers.askForFiles(room.id, {
        expires_in: secondsUntilEndOf(terms.day, Date.now()),
        folder_id: folderId,
        max_files: Number(terms.files),
        max_bytes: mebibytesToBytes(terms.mebibytes),
        message: terms.message.trim() || null,
      }),
    onSuccess: async () => {
      if (endable !== undefined && isEnded) await endOld(endable);
      await queries.invalidateQueries({ queryKey: ['upload-requests', room.id] });
    },
  });
  if (ask.data !== undefined)
    return (
      <NewLink
        title={TITLE}
        about={`People without an account send up to ${plural(Number(terms.files), 'file')} with it, until the end of ${formatDate(`${terms.day}T12:00:00`)}. What they send waits in the inbox until you take it in.`}
        warning="The link is shown this once. Give all of it to the person whom you ask: its end names the key that only this room opens."
        parts={{ link: ask.data }}
        message={messageOfRequest(ask.data, terms)}
        onClose={onClose}
      />
    );
  const problems = [dayProblem(terms.day, Date.now()), filesProblem(terms.files), sizeProblem(terms.mebibytes)];
  return (
    <FormDialog
      title={TITLE}
      action="Make the link"
      work={ask}
      isDisabled={hasNoKeys || isUnmade || problems.some((one) => one !== undefined)}
      onClose={onClose}
    >
      {hasNoKeys && (
        <Notice tone="warn">
          This service has no key service, so a browser has no key for the request. Use the command line:{' '}
          <code>strongroom request</code>.
        </Notice>
      )}
      <Terms terms={terms} onChange={setTerms} />
      <div className="field">
        <span className="label">For the folder</span>
        <FolderPicker room={room} value={folder} isOffered={(place) => place.requests} onChange={setFolder} />
        <span className="hint">The sender does not learn it.</span>
      </div>
      {isUnmade && <Notice tone="warn">This folder is not made yet. Make it in the list of files first.</Notice>}
      {endable !== undefined && (
        <Check isSelected={isEnded} onChange={setEnded}>
          End the old request, so that only the new link takes files
        </Check>
      )}
      {ask.isPending && <KeyWaitNotice />}
    </FormDialog>
  );
}

/** The new link is there and shown, whether or not the old one ends. */
async function endOld({ id }: UploadRequest): Promise<void> {
  try {
    await service.uploadRequests.revoke(id);
  } catch (error) {
    toast(`The old request was not ended. ${explainError(error).text}`, 'danger');
  }
}

type TermsProps = Readonly<{ terms: RequestFields; onChange: (terms: RequestFields) => void }>;

function Terms({ terms, onChange }: TermsProps): ReactNode {
  const to = (field: keyof RequestFields) => (text: string) => onChange({ ...terms, [field]: text });
  return (
    <>
      <Field
        label="Message"
        field="message"
        value={terms.message}
        onChange={to('message')}
        maxLength={500}
        lines
        autoFocus
        hint="The sender reads it, with your name."
      />
      <DayField
        label="Works until the end of"
        value={terms.day}
        onChange={to('day')}
        error={dayProblem(terms.day, Date.now())}
      />
      <div className="pair">
        <Field
          label="Files at most"
          type="number"
          value={terms.files}
          onChange={to('files')}
          error={filesProblem(terms.files)}
        />
        <Field
          label="MiB in all at most"
          type="number"
          value={terms.mebibytes}
          onChange={to('mebibytes')}
          error={sizeProblem(terms.mebibytes)}
        />
      </div>
    </>
  );
}
