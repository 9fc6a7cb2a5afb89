import { access, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Terminal } from '@strongroom/command-line';

/** The service writes a mail after its answer, by a job. */
const DEADLINE_MS = 20_000;
const EVERY_MS = 50;
const LINK = /^https?:\/\/\S+\/activate#token=sri_\w+$/mu;

/** The folder of mails of an embedded service. */
export const mailFolder = (terminal: Pick<Terminal, 'variable'>, dataDir: string | undefined): string =>
  join(resolve(dataDir ?? terminal.variable('STRONGROOM_DATA_DIR') ?? 'data'), 'mail');

/** The link in the mail of an invitation; undefined if the folder gets no such mail in time, or cannot be read. */
export async function linkInMail(
  folder: string,
  invitationId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  for (const end = performance.now() + DEADLINE_MS; ; ) {
    const mail = await readFile(join(folder, `${invitationId}.eml`), 'utf8').catch(() => '');
    const link = LINK.exec(mail.replaceAll('\r', ''))?.[0];
    if (link !== undefined) return link;
    if (performance.now() > end) return undefined;
    await pause(EVERY_MS, undefined, { signal });
  }
}
