import {
  type CreateShareBody,
  foldersInside,
  type NewShare,
  type Room,
  type File as RoomFile,
} from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { PageError } from '../../../base/explain.ts';
import { firstNames } from '../../../base/first-names.ts';
import { formatDayName, plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { queries, useOffer } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { Check } from '../../../design/controls.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Notice } from '../../../design/text.tsx';
import { transfers } from '../../../transfer/page.ts';
import { KeyWaitNotice } from '../../key-wait-notice.tsx';
import { HigherLabels } from './higher-labels.tsx';
import { LinkFields } from './link-fields.tsx';
import {
  capProblem,
  capWords,
  dayProblem,
  defaultLinkTerms,
  type LinkTerms,
  messageWith,
  namedFolders,
  nameOfFiles,
  parseCap,
  secondsUntilEndOf,
  splitLink,
} from './link-terms.ts';
import { NewLink } from './new-link.tsx';
import { MAX_FILES } from './ticked-files.ts';

/** A link that is made like another one. */
type Again = Readonly<{
  terms: LinkTerms;
  /** Below the fields: what differs from the other link. */
  notes: ReactNode;
  onMade: () => Promise<void>;
}>;

type Ways = Readonly<{
  /** Leads to the choice of the files, which came before. */
  onBack?: () => void;
  onClose: () => void;
}>;

type Props = Ways & Readonly<{ file: RoomFile; room: Room; again?: Again }>;

/** A link to one file. */
export function ShareFile({ file, room, again, ...ways }: Props): ReactNode {
  const make = async (isForPrograms: boolean, terms: CreateShareBody): Promise<string> =>
    isForPrograms ? wholeUrl(await service.shares.create(file.id, terms)) : transfers.shareWithKey(file.id, terms);
  return (
    <ShareForm
      title={isolateNames`Link to ${file.name}`}
      roomId={file.room_id}
      noun="the file"
      what={file.name}
      make={make}
      again={again}
      {...ways}
    >
      <HigherLabels files={[file]} room={room} />
    </ShareForm>
  );
}

type FilesProps = Ways &
  Readonly<{
    files: readonly RoomFile[];
    /** The name of the folder that these are the files of. */
    folder: string | undefined;
    room: Room;
    /** With the folder in which the other link shows each file. */
    again?: Again & Readonly<{ folders: readonly string[] }>;
  }>;

/** One link to files. Recipients of a single one get it as such. */
export function ShareFiles(props: FilesProps): ReactNode {
  const {
    files: [file, ...others],
    folder: _,
    ...rest
  } = props;
  return file !== undefined && others.length === 0 ? <ShareFile file={file} {...rest} /> : <ShareSeveral {...props} />;
}

function ShareSeveral({ files, folder, room, again, ...ways }: FilesProps): ReactNode {
  const inside = again?.folders ?? foldersInside(files);
  const shown = namedFolders(inside);
  const [hasFolders, setHasFolders] = useState(true);
  const shared = files.map(({ id }, index) => ({ id, folder: hasFolders ? inside[index] : undefined }));
  const make = async (isForPrograms: boolean, terms: CreateShareBody): Promise<string> => {
    if (shared.length === 0) throw new PageError('There is no file in it. Choose files, or folders with files.');
    if (shared.length > MAX_FILES)
      throw new PageError(
        `One link leads to at most ${MAX_FILES} files, and these are ${shared.length}. Choose fewer.`,
      );
    if (!isForPrograms) return transfers.sharePackageWithKey(room.id, shared, terms);
    const items = shared.map(({ id, folder: of }) => ({ file_id: id, ...(of !== undefined && { folder: of }) }));
    return wholeUrl(await service.shares.createPackage(room.id, { ...terms, items }));
  };
  return (
    <ShareForm
      title={`One link to ${plural(files.length, 'file')}`}
      name={folder ?? nameOfFiles(files)}
      roomId={room.id}
      noun="the files"
      what={plural(files.length, 'file')}
      make={make}
      again={again}
      {...ways}
    >
      <HigherLabels files={files} room={room} />
      {shown.length > 0 && (
        <Check isSelected={hasFolders} onChange={setHasFolders}>
          Recipients see the folders inside: {firstNames(shown)}
        </Check>
      )}
    </ShareForm>
  );
}

function wholeUrl({ url }: NewShare): string {
  if (url === null) throw new PageError('The link was lost on the way. Revoke it in the list, and make another.');
  return url;
}

type FormProps = Ways &
  Readonly<{
    title: string;
    roomId: string;
    noun: string;
    /** The files, at the beginning of a message about them. */
    what: string;
    /** The name that is proposed. */
    name?: string;
    again: Again | undefined;
    children?: ReactNode;
    make: (isForPrograms: boolean, terms: Omit<CreateShareBody, 'version'>) => Promise<string>;
  }>;

function ShareForm({
  title,
  roomId,
  noun,
  what,
  name = '',
  make,
  again,
  children,
  onBack,
  onClose,
}: FormProps): ReactNode {
  const [terms, setTerms] = useState(() => again?.terms ?? { ...defaultLinkTerms(Date.now()), name });
  const [isApart, setApart] = useState(false);
  // Without a key service no browser has keys: the link is for programs of the organisation.
  const offer = useOffer();
  const isForPrograms = offer.data !== undefined && offer.data.key_service === null;
  const share = useMutation({
    mutationFn: () =>
      make(isForPrograms, {
        expires_in: secondsUntilEndOf(terms.day, Date.now()),
        max_downloads: parseCap(terms.cap),
        name: terms.name.trim() || null,
        recipient: terms.recipient.trim() || null,
        message: terms.message.trim() || null,
      }),
    onSuccess: async () => {
      await again?.onMade();
      await queries.invalidateQueries({ queryKey: ['links', roomId] });
    },
  });
  if (share.data !== undefined) {
    const parts = isApart && !isForPrograms ? splitLink(share.data) : { link: share.data };
    return (
      <NewLink
        title={title}
        about={
          <>
            {terms.recipient !== '' && <>For {terms.recipient}. </>}
            It works until the end of {formatDayName(terms.day)}, for {capWords(terms.cap)}.
          </>
        }
        warning={
          isForPrograms
            ? 'The link is shown this once. It gives ciphertext: its reader needs the keys of your organisation.'
            : isApart
              ? `Link and key are shown this once. Send them on two ways: with both, anyone can read ${noun}.`
              : `The link is shown this once. Anyone who has it can read ${noun}: send it by a channel that you trust.`
        }
        parts={parts}
        message={messageWith(parts.link, terms, { what, isApart: 'key' in parts })}
        {...(again === undefined && {
          onAnother: () => {
            setTerms({ ...terms, recipient: '' });
            share.reset();
          },
        })}
        onClose={onClose}
      />
    );
  }
  const isWrong = dayProblem(terms.day, Date.now()) !== undefined || capProblem(terms.cap, 0) !== undefined;
  return (
    <FormDialog
      title={title}
      action="Make the link"
      work={share}
      isDisabled={isWrong}
      onClose={onBack ?? onClose}
      {...(onBack && { cancel: 'Back' })}
    >
      <LinkFields terms={terms} onChange={setTerms} />
      {children}
      {again?.notes}
      {isForPrograms ? (
        <Notice>
          This service has no key service, so a browser has no key to put into a link. The link gives ciphertext: its
          reader needs the key management of your organisation.
        </Notice>
      ) : (
        <Check isSelected={isApart} onChange={setApart}>
          Give me link and key apart, to send them on two ways
        </Check>
      )}
      {share.isPending && <KeyWaitNotice />}
    </FormDialog>
  );
}
