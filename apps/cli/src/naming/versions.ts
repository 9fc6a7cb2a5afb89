import type { FileVersion, File as RoomFile } from '@strongroom/client';
import { EXIT, Problem, UsageProblem } from '@strongroom/command-line';
import type { Session } from '../account/session.ts';
import { pathOf } from './files.ts';

/** The number of a version, as typed. Throws UsageProblem. */
export function versionNumber(text: string): number {
  if (!/^[1-9][0-9]{0,14}$/u.test(text)) throw new UsageProblem(`${JSON.stringify(text)} is no number of a version.`);
  return Number(text);
}

/** The versions of a file that the caller sees, the highest number first. */
export const versionsOf = ({ client, signal }: Session, { id }: RoomFile): Promise<readonly FileVersion[]> =>
  client.versions.list(id, { per_page: 100 }, { signal }).all();

/** The file with one of its versions as its content. Throws Problem. */
export async function atVersion(session: Session, file: RoomFile, number: number): Promise<RoomFile> {
  const found = (await versionsOf(session, file)).find(({ version }) => version === number);
  if (found === undefined)
    throw new Problem(`${pathOf(file)} has no version ${number}, or none that is yours to see.`, {
      exitCode: EXIT.notFound,
    });
  const { version, size, current } = found;
  const { modified_at: changed, ...rest } = file;
  return { ...rest, version, size, ...(current && changed !== undefined && { modified_at: changed }) };
}
