import {
  cleanJson,
  defineCommand,
  linesOf,
  Problem,
  type TypedArguments,
  UsageProblem,
  type World,
} from '@strongroom/command-line';
import { KMS_KEY_ID } from '@strongroom/domain';
import { ROOM_SERVICE_VARIABLES } from '@strongroom/settings';
import { type UnwrapRefusal, unwrapWithKeyring } from '../../container/keyring.ts';
import { DATA_DIR, type DataFolder, dataFolderOf } from '../../service/data-folder.ts';
import { modulesOf } from '../../service/module-settings.ts';
import { readSetting } from '../../service/setting.ts';
import type { LazyTokens, ModuleSettings, ModuleUnwrapper, OuterKeyHolder } from '../../service/stores.ts';
import { tokenOf } from '../../service/token-settings.ts';

/** A wrapped key has at most some 700 characters; longer input is something else. */
const MAX_INPUT_BYTES = 65_536;
const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const OF_A_TOKEN = /^pkcs11:/;
const OURS = new RegExp(`^(local:${UUID}|pkcs11:object=${UUID};type=secret-key)$`);
/** First bytes of a wrapped key with an outer layer. */
const LAYERED: readonly (number | undefined)[] = [0xe1, 0xe2];

type WrappedKey = Readonly<{ wrappedDek: string; kmsKeyId: string }>;

/** The caller's own key management for the embedded keyring. The service itself cannot do this. */
export const keysUnwrap = defineCommand({
  name: 'keys unwrap',
  summary: 'Unwrap a data-encryption key with the embedded keyring or a token, and print it in base64.',
  details:
    'This is the part of the key service that the API does not have: it needs to read the folder keys/ of the service.\nA key in an HSM\n(pkcs11:…) is unwrapped in the token that STRONGROOM_PKCS11_LIBRARY, _TOKEN and _PIN_FILE name.\nA key of a package from outside\nis unwrapped by the package that STRONGROOM_KEYS names.\nWith a cloud key service, ask that one to decrypt instead.',
  operands: [
    {
      name: 'WRAPPED_DEK',
      isOptional: true,
      text: 'wrapped_dek from the answer of the API; - reads it from standard input.',
    },
    { name: 'KMS_KEY_ID', isOptional: true, text: 'kms_key_id from the same answer.' },
  ],
  options: {
    lines: {
      text: 'Unwrap many keys: for each line {"id", "wrapped_dek", "kms_key_id"} of standard input it prints {"id", "key"} or {"id", "error"}. For `--unwrap-program`.',
    },
    'data-dir': DATA_DIR,
    'outer-key': { value: 'FILE', completes: 'files', text: 'The private key of the outer layer, in PEM.' },
    'outer-token': { value: 'LABEL', text: 'The token that holds the private key of the outer layer.' },
    'outer-pin-file': { value: 'FILE', completes: 'files', text: 'A file with the PIN of that token.' },
  },
  examples: [
    ['keys unwrap AcYx…o5g= local:3f0c1b52-…', 'prints the key, 32 bytes as 44 characters'],
    ['keys unwrap --lines --data-dir /srv/room', 'unwraps what it reads, until its input ends'],
    ['keys unwrap --data-dir /srv/room - local:3f0c1b52-… < wrapped', 'takes the wrapped key from a file'],
  ],
  run: async (given, world) => {
    const tokens = held(() => import('../../container/open-tokens.ts').then(({ OpenTokens }) => new OpenTokens()));
    const module = modulesOf(world.terminal).keys;
    const ofModule = module && held(() => openModule(module));
    try {
      await unwrapAll(given, { ...world, tokens: tokens.open, ofModule: ofModule?.open });
      return 0;
    } finally {
      await tokens.close();
      await ofModule?.close();
    }
  },
});

/** `ofModule`: present if the keys of the service are in a package from outside. */
type Here = World &
  Readonly<{ tokens: () => Promise<LazyTokens>; ofModule: (() => Promise<ModuleUnwrapper>) | undefined }>;
type Asking = TypedArguments<'data-dir' | 'lines' | OuterOption, 'WRAPPED_DEK' | 'KMS_KEY_ID'>;

const openModule = async (module: ModuleSettings): Promise<ModuleUnwrapper> =>
  (await import('../../container/module-unwrapper.ts')).openModuleUnwrapper(module);

type Held<T> = Readonly<{ open: () => Promise<T>; close: () => Promise<void> }>;

/** One for all keys of a command, loaded with the first key that needs it. */
function held<T extends Readonly<{ close: () => void | Promise<void> }>>(load: () => Promise<T>): Held<T> {
  let loaded: Promise<T> | undefined;
  return {
    open: () => {
      loaded ??= load();
      return loaded;
    },
    close: async () => {
      const opened = await loaded?.catch(() => undefined);
      await opened?.close();
    },
  };
}

async function unwrapAll(given: Asking, here: Here): Promise<void> {
  const { terminal } = here;
  const unwrap = (asked: WrappedKey): Promise<string> => keyOf(asked, given, here);
  if (given.flag('lines')) {
    if (given.maybe('WRAPPED_DEK') !== undefined) throw new UsageProblem('--lines takes all keys from standard input.');
    for await (const line of linesOf(terminal.inputBytes(), MAX_INPUT_BYTES))
      terminal.out(`${cleanJson(await answerTo(line, unwrap))}\n`);
    return;
  }
  for (const name of ['WRAPPED_DEK', 'KMS_KEY_ID'] as const)
    if (given.maybe(name) === undefined) throw new UsageProblem(`missing required argument '${name}'.`);
  const asked = { wrappedDek: await wrappedDekOf(given, here), kmsKeyId: given.operand('KMS_KEY_ID') };
  terminal.out(`${await unwrap(asked)}\n`);
}

/** The data key in base64. Throws Problem. */
async function keyOf(
  asked: WrappedKey,
  given: TypedArguments<'data-dir' | OuterOption, never>,
  here: Here,
): Promise<string> {
  refuseMisunderstood(asked, here.ofModule === undefined ? OURS : KMS_KEY_ID);
  const wrappedDek = await below(asked.wrappedDek, given, here);
  const dataKey = await unwrapped({ ...asked, wrappedDek }, dataFolderOf(given, here), here);
  const key = Buffer.from(dataKey).toString('base64');
  dataKey.fill(0);
  return key;
}

/** The answer to one line: a key, or a reason. The next line may be good. */
async function answerTo(line: string, unwrap: (asked: WrappedKey) => Promise<string>): Promise<unknown> {
  const { id = null, wrapped_dek: wrappedDek, kms_key_id: kmsKeyId } = fieldsOf(line);
  if (typeof wrappedDek !== 'string' || typeof kmsKeyId !== 'string')
    return { id, error: 'the line is not {"id", "wrapped_dek", "kms_key_id"} in JSON.' };
  try {
    return { id, key: await unwrap({ wrappedDek, kmsKeyId }) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { id, error: error.message };
  }
}

function fieldsOf(line: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(line);
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}

type OuterOption = 'outer-key' | 'outer-token' | 'outer-pin-file';

/** The wrapped key below its outer layer, if it has one. */
async function below(wrappedDek: string, given: TypedArguments<OuterOption, never>, here: Here): Promise<string> {
  const holder = outerHolder(given, here);
  if (!LAYERED.includes(Buffer.from(wrappedDek, 'base64')[0])) return wrappedDek;
  if (holder === undefined)
    throw new Problem('WRAPPED_DEK has an outer layer: name its private key with --outer-key or --outer-token.');
  const inner = await (await here.tokens()).removeOuterLayer(wrappedDek, holder);
  if ('reason' in inner) throw new Problem(`the outer layer cannot be removed: ${inner.reason}.`);
  return inner.wrappedDek;
}

function outerHolder(given: TypedArguments<OuterOption, never>, { terminal }: World): OuterKeyHolder | undefined {
  const [file, token, pinFile] = [given.text('outer-key'), given.text('outer-token'), given.text('outer-pin-file')];
  if (file !== undefined && token !== undefined)
    throw new UsageProblem('--outer-key and --outer-token exclude one another.');
  if (file !== undefined) return { file };
  if (token === undefined) return undefined;
  const library = readSetting(terminal, ROOM_SERVICE_VARIABLES.pkcs11Library);
  if (pinFile === undefined || library === undefined)
    throw new UsageProblem('--outer-token needs --outer-pin-file, and STRONGROOM_PKCS11_LIBRARY in the environment.');
  return { library, token, pinFile };
}

async function unwrapped(
  asked: WrappedKey,
  folder: DataFolder,
  { terminal, tokens, ofModule }: Here,
): Promise<Uint8Array> {
  if (asked.kmsKeyId.startsWith('local:')) {
    const answer = await unwrapWithKeyring(folder.keys, asked.wrappedDek, asked.kmsKeyId);
    if ('because' in answer) throw new Problem(sentenceFor(answer, asked, folder));
    return answer.dataKey;
  }
  if (ofModule !== undefined && !OF_A_TOKEN.test(asked.kmsKeyId))
    return keyIn(await (await ofModule()).unwrap(asked.wrappedDek, asked.kmsKeyId));
  const token = tokenOf(terminal);
  if ('missing' in token) throw new Problem(`this key is in a token: set ${token.missing.join(', ')}.`);
  return keyIn(await (await tokens()).unwrap(token, asked.wrappedDek, asked.kmsKeyId));
}

function keyIn(answer: Readonly<{ dataKey: Uint8Array } | { reason: string }>): Uint8Array {
  if ('reason' in answer) throw new Problem(`the key is not unwrapped: ${answer.reason}.`);
  return answer.dataKey;
}

async function wrappedDekOf(given: TypedArguments<'data-dir', 'WRAPPED_DEK'>, { terminal }: World): Promise<string> {
  const operand = given.operand('WRAPPED_DEK');
  if (operand !== '-') return operand;
  const text = (await terminal.input(MAX_INPUT_BYTES))?.trim();
  if (text === undefined) throw new Problem('standard input holds more than a wrapped key: give it wrapped_dek alone.');
  if (text === '') throw new Problem('standard input was empty: give it wrapped_dek, or name it instead of -.');
  return text;
}

/** Checks that need no keyring. */
function refuseMisunderstood({ wrappedDek, kmsKeyId }: WrappedKey, ids: RegExp): void {
  if (OURS.test(wrappedDek)) throw new Problem('this is a key id: first comes WRAPPED_DEK, then KMS_KEY_ID.');
  if (Buffer.from(wrappedDek, 'base64').toString('base64') !== wrappedDek)
    throw new Problem('WRAPPED_DEK is not base64: give wrapped_dek exactly as the API answered it.');
  if (!ids.test(kmsKeyId))
    throw new Problem(
      'KMS_KEY_ID is not one of the embedded keyring, which look like local:<uuid>, or of a token: ask the key service it names.',
    );
}

function sentenceFor(refusal: UnwrapRefusal, { kmsKeyId }: WrappedKey, { path, keys }: DataFolder): string {
  switch (refusal.because) {
    case 'no-folder':
      return `there is no keyring at ${keys}: name the data folder of the service with --data-dir (this was ${path}).`;
    case 'unreadable':
      return `the keyring at ${keys} cannot be read (${refusal.code}): run this as the user of the service.`;
    case 'unknown-key':
      return `there is no key ${kmsKeyId} at ${keys}: look whether this is the data folder of that service.`;
    case 'destroyed-key':
      return `the key ${kmsKeyId} was destroyed with its room: what it wrapped can never be unwrapped again.`;
    case 'damaged-key':
      return `the file of the key ${kmsKeyId} at ${keys} is damaged: restore it from a backup of the keyring.`;
    case 'malformed':
      return 'WRAPPED_DEK is base64, but no key that an embedded keyring wrapped: give wrapped_dek exactly as the API answered it.';
    case 'not-authentic':
      return refusal.wrappedWith === undefined
        ? 'WRAPPED_DEK was changed on its way, or wrapped by another service: get it from the API again.'
        : `WRAPPED_DEK belongs to another room: it was wrapped with ${refusal.wrappedWith}, so give that as KMS_KEY_ID.`;
    default:
      return refusal satisfies never;
  }
}
