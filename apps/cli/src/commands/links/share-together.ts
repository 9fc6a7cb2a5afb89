import { foldersInside, type PackagedFile, type File as RoomFile } from '@strongroom/client';
import { cleanJson, cleanLine, formatCount, type PrintOptions, Problem } from '@strongroom/command-line';
import type { Session } from '../../account/session.ts';
import { pathOf } from '../../naming/files.ts';
import { describeMadeLinks, type LinkTerms, plainLink } from './link-terms.ts';

/** Maximum number of files of a package, as in the service. */
const MAX_FILES = 500;

type Sharing = Readonly<{
  how: PrintOptions;
  roomId: string;
  files: readonly RoomFile[];
  terms: LinkTerms;
  withKey: boolean;
}>;

/** One link to all files. Throws Problem. */
export async function shareTogether(session: Session, { how, roomId, files, terms, withKey }: Sharing): Promise<void> {
  if (files.length > MAX_FILES)
    throw new Problem(`these are ${formatCount(files.length, 'file')}, and a link leads to at most ${MAX_FILES}.`);
  const { client, signal } = session;
  const shown = foldersInside(files);
  const shared = files.map(({ id }, index) => ({ id, folder: shown[index] }));
  const { share: made, url } = await (withKey
    ? client.sharePackageWithKey(roomId, shared, terms, { signal })
    : plainLink(client.shares.createPackage(roomId, { ...terms, items: shared.map(itemOf) }, { signal })));
  const { token: _secret, ...link } = made;
  const { terminal, isJson } = how;
  if (isJson) {
    terminal.out(`${cleanJson({ ...link, url, has_key: withKey, files: files.map(pathOf) }, 2)}\n`);
    return;
  }
  terminal.out(`${cleanLine(url)}\n`);
  if (terminal.isTerminal)
    terminal.err(`${cleanLine(describeMadeLinks([formatCount(files.length, 'file')], made, withKey))}\n`);
}

const itemOf = ({ id, folder }: PackagedFile) => ({ file_id: id, ...(folder !== undefined && { folder }) });
