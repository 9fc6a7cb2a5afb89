import { isUuid, type KeyPerson, KeyRefusal } from '@strongroom/domain';
import type { Settings } from '../config/settings.ts';
import { type EnrolledDevice, enrolmentString } from '../devices/enrolment.ts';
import { type KeyServiceCommand, Problem, type RunCommand, withStore, writeOutput } from './command.ts';
import { fetchFrom } from './fetch-keys.ts';

const MAX_NOTE = 200;

/** Milliseconds. */
const ANSWER_MS = 2000;

const enrol: RunCommand = async (settings, args) => {
  const [note, option, id, ...rest] = args;
  const isComplete = note !== undefined && note !== '' && note.length <= MAX_NOTE && rest.length === 0;
  if (!isComplete || (option !== undefined && option !== '--person')) throw new Problem(ENROL);
  const person = personFor(settings, option === undefined ? undefined : (id ?? ''));
  const { url } = settings;
  return withStore(settings, async ({ enrolment, signingKey }) => {
    const made = await enrolment.makeCode({ note, person });
    writeOutput(`${enrolmentString({ url, key: signingKey.thumbprint, code: made.code })}\n`);
    process.stderr.write(
      `For ${note}, person ${made.person.id}, until ${new Date(made.expiresAt).toISOString()}, for one device.\n` +
        'Hand it over in person or by a way that you trust; its holder runs `strongroom devices enrol`.\n',
    );
    // The address is in the code, and only the settings say which it is.
    if ((await keyAt(url)) !== signingKey.thumbprint)
      process.stderr.write(
        `Nothing with this key answers at ${url}, which the code names: run this with the settings of the key service, such as STRONGROOM_KEY_SERVICE_PORT, unless that address is reached from elsewhere only.\n`,
      );
    return 0;
  });
};

/** Thumbprint of the key of the key service at an address; undefined where none answers. */
const keyAt = (url: string): Promise<unknown> =>
  fetchFrom(`${url}/v1/status`, ANSWER_MS)()
    .then((text): unknown => JSON.parse(text))
    .then(
      (read) => memberOf(memberOf(read, 'data'), 'key'),
      () => undefined,
    );

const memberOf = (read: unknown, name: string): unknown =>
  typeof read === 'object' && read !== null ? Object.getOwnPropertyDescriptor(read, name)?.value : undefined;

const ENROL = 'say: enrol NOTE [--person PERSON_ID], such as enrol anna@example.org';
const MAX_ID = 255;

/** The person of a code: absent for a new one. After a sign-in, the identity provider names people. Throws Problem. */
function personFor({ mode, oidc, url }: Settings, id: string | undefined): KeyPerson | undefined {
  if (mode === 'grant')
    throw new Problem('no device is enrolled in the mode grant: set STRONGROOM_KEY_SERVICE_PROOF=device or oidc');
  if (oidc === null) {
    if (id !== undefined && !isUuid(id)) throw new Problem(ENROL);
    return id === undefined ? undefined : { iss: url, id };
  }
  if (id === undefined)
    throw new Problem(
      'say which person of the identity provider the device is for: enrol NOTE --person ID. The refusal DEVICE_REQUIRED names the id to the person, and key.person_signed_in to you; `record export` prints it',
    );
  if (id === '' || id.length > MAX_ID || clean(id) !== id) throw new Problem(ENROL);
  return { iss: oidc.issuer, id };
}

const list: RunCommand = (settings, args) =>
  withStore(settings, async ({ enrolment }) => {
    if (args.length > 0) throw new Problem('say: devices, or devices remove DEVICE_ID');
    const devices = await enrolment.list();
    if (devices.length === 0) writeOutput('No device is enrolled.\n');
    for (const device of devices) writeOutput(`${lineOf(device)}\n`);
    return 0;
  });

const lineOf = ({ id, person, note, name, enrolledAt }: EnrolledDevice): string =>
  [id, `person ${clean(person)}`, new Date(enrolledAt).toISOString(), clean(note), clean(name)].join('  ');

/** Names come from devices: a terminal must not obey them. */
const clean = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');

const remove: RunCommand = (settings, [id, ...rest]) =>
  withStore(settings, async ({ enrolment }) => {
    if (!isUuid(id) || rest.length > 0) throw new Problem('say: devices remove DEVICE_ID; `devices` lists them');
    await enrolment.remove(id).catch((error: unknown) => {
      throw error instanceof KeyRefusal ? new Problem('there is no such device; `devices` lists them') : error;
    });
    writeOutput('Removed. No proof of this device is accepted any more.\n');
    return 0;
  });

/** People and their devices. */
export const DEVICE_COMMANDS: Readonly<Record<string, KeyServiceCommand>> = {
  enrol: {
    text: 'NOTE [--person ID]: make a code that enrols one device, for 72 hours. With oidc the id at the provider is needed.',
    run: enrol,
  },
  devices: { text: 'List people and their devices.', run: list },
  'devices remove': { text: 'DEVICE_ID: accept no proof of a device any more.', run: remove },
};
