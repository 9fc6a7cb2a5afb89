import { isUuid, KeyRefusal } from '@strongroom/domain';
import { type Device, enrolmentString } from '../devices/enrolment.ts';
import { type Command, out, Problem, type Run, withStore } from './command.ts';

const MAX_NOTE = 200;

const enrol: Run = (settings, args) =>
  withStore(settings, async ({ enrolment, signingKey }) => {
    const [note, option, person, ...rest] = args;
    const isComplete = note !== undefined && note !== '' && note.length <= MAX_NOTE && rest.length === 0;
    if (!isComplete || (option !== undefined && !(option === '--person' && isUuid(person))))
      throw new Problem('say: enrol NOTE [--person PERSON_ID], such as enrol anna@example.org');
    if (settings.mode !== 'device')
      throw new Problem(
        `nobody proves themself by a device in the mode ${settings.mode}: set STRONGROOM_KEY_SERVICE_PROOF=device`,
      );
    const made = await enrolment.makeCode({ note, person });
    const { url } = settings;
    out(`${enrolmentString({ url, key: signingKey.thumbprint, code: made.code })}\n`);
    process.stderr.write(
      `For ${note}, person ${made.person}, until ${new Date(made.expiresAt).toISOString()}, for one device.\n` +
        'Hand it over in person or by a way that you trust; its holder runs `strongroom devices enrol`.\n',
    );
    return 0;
  });

const list: Run = (settings, args) =>
  withStore(settings, async ({ enrolment }) => {
    if (args.length > 0) throw new Problem('say: devices, or devices remove DEVICE_ID');
    const devices = await enrolment.list();
    if (devices.length === 0) out('No device is enrolled.\n');
    for (const device of devices) out(`${lineOf(device)}\n`);
    return 0;
  });

const lineOf = ({ id, person, note, name, enrolledAt }: Device): string =>
  [id, `person ${person}`, new Date(enrolledAt).toISOString(), clean(note), clean(name)].join('  ');

/** Names come from devices: a terminal must not obey them. */
const clean = (text: string): string => text.replaceAll(/\p{C}/gu, '?');

const remove: Run = (settings, [id, ...rest]) =>
  withStore(settings, async ({ enrolment }) => {
    if (!isUuid(id) || rest.length > 0) throw new Problem('say: devices remove DEVICE_ID; `devices` lists them');
    await enrolment.remove(id).catch((error: unknown) => {
      throw error instanceof KeyRefusal ? new Problem('there is no such device; `devices` lists them') : error;
    });
    out('Removed. No proof of this device is accepted any more.\n');
    return 0;
  });

/** People and their devices. */
export const DEVICE_COMMANDS: Readonly<Record<string, Command>> = {
  enrol: { text: 'NOTE [--person ID]: make a code that enrols one device, for 72 hours.', run: enrol },
  devices: { text: 'List people and their devices.', run: list },
  'devices remove': { text: 'DEVICE_ID: accept no proof of a device any more.', run: remove },
};
