import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type File, openLink, type Strongroom, StrongroomError } from '@strongroom/client';
import type { Place } from './place.ts';
import type { Telling } from './telling.ts';

/** A real folder with pages that people would share: those of this project. */
const FOLDER = fileURLToPath(new URL('../../docs/', import.meta.url));
/** What only few may read, by the folder it lies in. */
const LABELS: Readonly<Record<string, string>> = { explanation: 'C3', adr: 'C4' };
/** A word that people who read these pages meet. */
const WORD = 'service';
const ROOM_LABEL = 'C2';
const CAP = 3;
const CALLERS = 20;

type Person = Readonly<{ name: string; clearance: string; at: Strongroom; id: string }>;

/** One data room from beginning to end. Rejects where anything is not as told. */
export async function story(place: Place, telling: Telling): Promise<void> {
  const begun = performance.now();
  const owner = place.as();
  telling.title('Strongroom: the story of one data room');
  telling.says(`It happens now, on a service of its own at ${place.url}, which is gone when the story ends.`);

  const [jonas, mira] = await people(place, owner, telling);
  const room = await aRoom(owner, [jonas, mira], telling);
  const files = await putFolder(place, owner, room, telling);
  await whatTheySee(room, [jonas, mira], files, telling);
  await share(owner, files, telling);
  await deactivate(owner, jonas, room, telling);
  await destroy(place, owner, room, telling);
  telling.title(`The end, after ${((performance.now() - begun) / 1000).toFixed(1)} seconds.`);
  telling.says('Tell your own: docs/tutorial/first-room.md begins with an empty room.\n');
}

async function people(place: Place, owner: Strongroom, telling: Telling): Promise<readonly [Person, Person]> {
  telling.chapter('Two people are invited');
  const invite = async (name: string, clearance: string): Promise<Person> => {
    const email = `${name.toLowerCase()}@example.com`;
    const user = await owner.users.invite({ email, role: 'member' });
    if (clearance !== 'C2') await owner.users.setClearance(user.id, { clearance_level: clearance });
    const accepted = await owner.entrance.accept({ token: await place.mailedTo(email), name });
    if (accepted.session === null) throw new Error('nobody can go on without a session');
    const made = await place.as(accepted.session.token).tokens.create({ name: 'demo' });
    telling.seen(name, `accepted the invitation that was mailed to ${email}; cleared up to ${clearance}`, true);
    return { name, clearance, id: user.id, at: place.as(made.token ?? undefined) };
  };
  return [await invite('Jonas', 'C4'), await invite('Mira', 'C2')];
}

async function aRoom(owner: Strongroom, members: readonly Person[], telling: Telling): Promise<string> {
  telling.chapter('A room is made');
  const room = await owner.rooms.create({ name: 'Project Falcon', classification: ROOM_LABEL });
  for (const { id } of members) await owner.members.add(room.id, { user_id: id, role: 'viewer' });
  telling.says(
    `“${room.name}” is labelled ${ROOM_LABEL}. Jonas and Mira may look. It has a key of its own, made just now.`,
  );
  return room.id;
}

async function putFolder(place: Place, owner: Strongroom, room: string, telling: Telling): Promise<readonly File[]> {
  telling.chapter('A folder goes in');
  const entries = await readdir(FOLDER, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map((path) => {
      const folder = dirname(relative(FOLDER, path)).replace(/^\.$/, '').replaceAll('\\', '/');
      const label = LABELS[folder.split('/')[0] ?? ''];
      return owner.uploadFile(room, path, {
        folder,
        content_type: 'text/markdown',
        ...(label === undefined ? {} : { classification: label }),
      });
    }),
  );
  const objects = await place.objects();
  const bytes = objects.reduce((sum, object) => sum + object.length, 0);
  const readable = objects.filter((object) => object.includes(WORD)).length;
  const plain = (await Promise.all(paths.map((path) => readFile(path)))).filter((text) => text.includes(WORD));
  telling.says(
    `${files.length} files, ${Math.round(bytes / 1000)} kB, each encrypted here with a key of its own before it left. The word “${WORD}” stands in ${plain.length} of them. Whoever took the service's disk would find it in ${readable}.`,
  );
  return files;
}

async function whatTheySee(
  room: string,
  [jonas, mira]: readonly [Person, Person],
  files: readonly File[],
  telling: Telling,
): Promise<void> {
  telling.chapter('What each of them sees');
  const lists = await Promise.all([jonas, mira].map((person) => person.at.files.list(room).all()));
  const counts = (label: string) =>
    lists.map((list) => `${list.filter((file) => file.classification === label).length}`);
  telling.row(['', `${jonas.name}, up to ${jonas.clearance}`, `${mira.name}, up to ${mira.clearance}`]);
  for (const label of ['C2', 'C3', 'C4']) telling.row([`files labelled ${label}`, ...counts(label)]);
  const totals = await Promise.all([jonas, mira].map((person) => person.at.rooms.get(room)));
  telling.row(['the room says it has', ...totals.map(({ file_count }) => `${file_count} files`)]);
  const secret = files.find((file) => file.classification === 'C4');
  if (secret === undefined) throw new Error('no file is secret enough for this story');
  const text = await jonas.at.download(secret.id);
  telling.seen(jonas.name, `reads “${secret.name}”: ${text.length} bytes, decrypted and verified here`, true);
  const hidden = await refusal(mira.at.files.get(secret.id));
  const absent = await refusal(mira.at.files.get('00000000-0000-4000-8000-000000000000'));
  telling.seen(mira.name, `asks for the same file by its id: ${hidden}`, false);
  telling.seen(mira.name, `asks for a file that never was: ${absent}`, false);
  if (hidden !== absent) throw new Error('hidden and absent were told apart');
  telling.says('Nobody learns from an answer, a list or a total that there is something more.');
}

async function share(owner: Strongroom, files: readonly File[], telling: Telling): Promise<void> {
  telling.chapter('One file goes to somebody outside');
  const file = files.find(({ classification }) => classification === 'C2');
  if (file === undefined) throw new Error('there is nothing to share');
  const { url } = await owner.shareWithKey(file.id, { expires_in: 3600, max_downloads: CAP });
  telling.says(
    `A link to “${file.name}”, for an hour and ${CAP} downloads. The key stands behind its #, which no program sends:`,
  );
  telling.says(`${url.slice(0, url.indexOf('&k=') + 9)}…`);
  const answers = await Promise.all(
    Array.from({ length: CALLERS }, () =>
      openLink(url).then(
        ({ content }) => `${content.length} bytes`,
        (error: unknown) => codeOf(error),
      ),
    ),
  );
  const won = answers.filter((answer) => answer.endsWith('bytes'));
  telling.says(`${CALLERS} callers open it at the same moment.`);
  telling.seen(`${won.length}`, `got the file (${won[0]}), decrypted and verified`, true);
  telling.seen(
    `${CALLERS - won.length}`,
    `were told ${[...new Set(answers.filter((answer) => !won.includes(answer)))].join()}`,
    false,
  );
  if (won.length !== CAP) throw new Error(`${won.length} of ${CAP} downloads were given`);
}

async function deactivate(owner: Strongroom, person: Person, room: string, telling: Telling): Promise<void> {
  telling.chapter(`${person.name} leaves the company`);
  await owner.users.deactivate(person.id);
  telling.seen(person.name, `asks for the room with his token: ${await refusal(person.at.rooms.get(room))}`, false);
  const { member_count } = await owner.rooms.get(room);
  telling.says(`From the very next request on. The room has ${member_count} members now.`);
}

async function destroy(place: Place, owner: Strongroom, room: string, telling: Telling): Promise<void> {
  telling.chapter('The deal is off: the room is deleted');
  const { receipt_id } = await owner.rooms.delete(room);
  telling.seen('Owner', `asks for the room: ${await refusal(owner.rooms.get(room))}`, false);
  const receipt = await completed(owner, receipt_id);
  telling.says('The receipt:');
  telling.row(['objects destroyed', `${receipt.files_destroyed} of ${receipt.files_total}`]);
  telling.row(['wrapped keys destroyed', `${receipt.keys_destroyed}`]);
  telling.row(["the room's key", `${receipt.key.state}, ${receipt.key.at}`]);
  telling.row(['objects left on the disk', `${(await place.objects()).length}`]);
  const events = await owner.audit.events({}).all();
  const kinds = new Set(events.map(({ type }) => type));
  telling.row(['still in the audit log', `${events.length} events of ${kinds.size} kinds`]);
}

/** Destroying is a job, which goes on behind the answer. */
async function completed(owner: Strongroom, id: string) {
  for (;;) {
    const receipt = await owner.receipts.get(id);
    if (receipt.status === 'complete') return receipt;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The code of what must be refused. */
async function refusal(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    return codeOf(error);
  }
  throw new Error('what had to be refused was granted');
}

function codeOf(error: unknown): string {
  if (error instanceof StrongroomError) return error.code;
  throw error;
}
