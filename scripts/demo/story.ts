import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type File, openLink, type Strongroom, StrongroomError } from '@strongroom/client';
import type { Narrator } from './narrator.ts';
import type { Place } from './place.ts';

/** A real folder with pages that people would share: those of this project. */
const FOLDER = fileURLToPath(new URL('../../docs/', import.meta.url));
/** Labels of files that few may read, by folder. */
const LABELS: Readonly<Record<string, string>> = { explanation: 'C3', adr: 'C4' };
/** A word that readers of these pages will meet. */
const WORD = 'service';
const ROOM_LABEL = 'C2';
const CAP = 3;
const CALLERS = 20;

type Person = Readonly<{ name: string; clearance: string; at: Strongroom; id: string }>;

/** The life of one data room. Rejects if the service does anything else. */
export async function story(place: Place, narrator: Narrator): Promise<void> {
  const begun = performance.now();
  const owner = place.as();
  narrator.title('Strongroom: the story of one data room');
  narrator.says(`It happens now, on a service of its own at ${place.url}, which is gone when the story ends.`);

  const [jonas, mira] = await people(place, owner, narrator);
  const room = await aRoom(owner, [jonas, mira], narrator);
  const files = await putFolder(place, owner, room, narrator);
  await whatTheySee(room, [jonas, mira], files, narrator);
  await share(owner, files, narrator);
  await deactivate(owner, jonas, room, narrator);
  await destroy(place, owner, room, narrator);
  narrator.title(`The end, after ${((performance.now() - begun) / 1000).toFixed(1)} seconds.`);
  narrator.says('Try it yourself: docs/tutorial/first-room.md starts with an empty room.\n');
}

async function people(place: Place, owner: Strongroom, narrator: Narrator): Promise<readonly [Person, Person]> {
  narrator.chapter('Two people are invited');
  const invite = async (name: string, clearance: string): Promise<Person> => {
    const email = `${name.toLowerCase()}@example.com`;
    const user = await owner.users.invite({ email, role: 'member' });
    if (clearance !== 'C2') await owner.users.setClearance(user.id, { clearance_level: clearance });
    const accepted = await owner.entrance.accept({ token: await place.mailedTo(email), name });
    if (accepted.session === null) throw new Error('the invitation gave no session');
    const made = await place.as(accepted.session.token).tokens.create({ name: 'demo' });
    narrator.seen(name, `accepted the invitation that was mailed to ${email}; cleared up to ${clearance}`, true);
    return { name, clearance, id: user.id, at: place.as(made.token ?? undefined) };
  };
  return [await invite('Jonas', 'C4'), await invite('Mira', 'C2')];
}

async function aRoom(owner: Strongroom, members: readonly Person[], narrator: Narrator): Promise<string> {
  narrator.chapter('A room is made');
  const room = await owner.rooms.create({ name: 'Project Falcon', classification: ROOM_LABEL });
  for (const { id } of members) await owner.members.add(room.id, { user_id: id, role: 'viewer' });
  narrator.says(
    `“${room.name}” is labelled ${ROOM_LABEL}. Jonas and Mira may look. It has a key of its own, made just now.`,
  );
  return room.id;
}

async function putFolder(place: Place, owner: Strongroom, room: string, narrator: Narrator): Promise<readonly File[]> {
  narrator.chapter('A folder goes in');
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
  narrator.says(
    `${files.length} files, ${Math.round(bytes / 1000)} kB, each encrypted here with a key of its own before it left. The word “${WORD}” is in ${plain.length} of them. A thief of the service's disk would find it in ${readable}.`,
  );
  return files;
}

async function whatTheySee(
  room: string,
  [jonas, mira]: readonly [Person, Person],
  files: readonly File[],
  narrator: Narrator,
): Promise<void> {
  narrator.chapter('Each sees their own part');
  const lists = await Promise.all([jonas, mira].map((person) => person.at.files.list(room).all()));
  const counts = (label: string) =>
    lists.map((list) => `${list.filter((file) => file.classification === label).length}`);
  narrator.row(['', `${jonas.name}, up to ${jonas.clearance}`, `${mira.name}, up to ${mira.clearance}`]);
  for (const label of ['C2', 'C3', 'C4']) narrator.row([`files labelled ${label}`, ...counts(label)]);
  const totals = await Promise.all([jonas, mira].map((person) => person.at.rooms.get(room)));
  narrator.row(['the room says it has', ...totals.map(({ file_count }) => `${file_count} files`)]);
  const secret = files.find((file) => file.classification === 'C4');
  if (secret === undefined) throw new Error('no file is secret enough for this story');
  const text = await jonas.at.download(secret.id);
  narrator.seen(jonas.name, `reads “${secret.name}”: ${text.length} bytes, decrypted and verified here`, true);
  const hidden = await refusal(mira.at.files.get(secret.id));
  const absent = await refusal(mira.at.files.get('00000000-0000-4000-8000-000000000000'));
  narrator.seen(mira.name, `asks for the same file by its id: ${hidden}`, false);
  narrator.seen(mira.name, `asks for a file that never was: ${absent}`, false);
  if (hidden !== absent) throw new Error('hidden and absent are answered differently');
  narrator.says('No answer, list or total shows that there is more.');
}

async function share(owner: Strongroom, files: readonly File[], narrator: Narrator): Promise<void> {
  narrator.chapter('One file goes to an outsider');
  const file = files.find(({ classification }) => classification === 'C2');
  if (file === undefined) throw new Error('there is nothing to share');
  const { url } = await owner.shareWithKey(file.id, { expires_in: 3600, max_downloads: CAP });
  narrator.says(
    `A link to “${file.name}”, for an hour and ${CAP} downloads. The key follows its #, a part that programs do not send:`,
  );
  narrator.says(`${url.slice(0, url.indexOf('&k=') + 9)}…`);
  const answers = await Promise.all(
    Array.from({ length: CALLERS }, () =>
      openLink(url).then(
        ({ content }) => `${content.length} bytes`,
        (error: unknown) => codeOf(error),
      ),
    ),
  );
  const won = answers.filter((answer) => answer.endsWith('bytes'));
  narrator.says(`${CALLERS} callers open it at the same moment.`);
  narrator.seen(`${won.length}`, `got the file (${won[0]}), decrypted and verified`, true);
  narrator.seen(
    `${CALLERS - won.length}`,
    `got ${[...new Set(answers.filter((answer) => !won.includes(answer)))].join()}`,
    false,
  );
  if (won.length !== CAP) throw new Error(`${won.length} of ${CAP} downloads were given`);
}

async function deactivate(owner: Strongroom, person: Person, room: string, narrator: Narrator): Promise<void> {
  narrator.chapter(`${person.name} leaves the company`);
  await owner.users.deactivate(person.id);
  narrator.seen(person.name, `asks for the room with an old token: ${await refusal(person.at.rooms.get(room))}`, false);
  const { member_count } = await owner.rooms.get(room);
  narrator.says(`From the very next request on. The room has ${member_count} members now.`);
}

async function destroy(place: Place, owner: Strongroom, room: string, narrator: Narrator): Promise<void> {
  narrator.chapter('The deal is off: the room is deleted');
  const { receipt_id } = await owner.rooms.delete(room);
  narrator.seen('Owner', `asks for the room: ${await refusal(owner.rooms.get(room))}`, false);
  const receipt = await completed(owner, receipt_id);
  narrator.says('The receipt:');
  narrator.row(['objects destroyed', `${receipt.files_destroyed} of ${receipt.files_total}`]);
  narrator.row(['wrapped keys destroyed', `${receipt.keys_destroyed}`]);
  narrator.row(["the room's key", `${receipt.key.state}, ${receipt.key.at}`]);
  narrator.row(['objects left on the disk', `${(await place.objects()).length}`]);
  const events = await owner.audit.events({}).all();
  const kinds = new Set(events.map(({ type }) => type));
  narrator.row(['still in the audit log', `${events.length} events of ${kinds.size} kinds`]);
}

/** Resolves when the job of the destruction is done. */
async function completed(owner: Strongroom, id: string) {
  for (;;) {
    const receipt = await owner.receipts.get(id);
    if (receipt.status === 'complete') return receipt;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The code of a call that must be refused. */
async function refusal(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    return codeOf(error);
  }
  throw new Error('the call was granted instead of refused');
}

function codeOf(error: unknown): string {
  if (error instanceof StrongroomError) return error.code;
  throw error;
}
