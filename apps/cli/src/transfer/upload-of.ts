import { serviceAt } from '../account/is-same-service.ts';
import type { Session } from '../account/session.ts';
import type { Upload } from './logged-uploads.ts';
import type { Planned } from './walk.ts';

/** The parts of a `put` that all of its files share. */
export type Common = Readonly<{
  session: Session;
  roomId: string;
  contentType: (name: string) => string;
  classification: string | undefined;
}>;

/** The upload of a file, as the log identifies it. */
export const uploadOf = ({ session, roomId, contentType, classification }: Common, file: Planned): Upload => ({
  service: serviceAt(session.url),
  room: roomId,
  path: file.path,
  target: JSON.stringify([file.folder, file.name]),
  content: `${file.size} ${file.changed}`,
  terms: JSON.stringify([contentType(file.name), classification ?? '']),
});

/** The request that announces a file. */
export const descriptionOf = ({ contentType, classification }: Common, { name, folder, size }: Planned) => ({
  name,
  folder,
  size,
  content_type: contentType(name),
  classification,
});
