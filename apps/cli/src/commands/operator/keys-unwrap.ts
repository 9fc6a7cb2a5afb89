import { defineCommand, type Given, type World } from '../../command/command.ts';
import type { UnwrapRefusal } from '../../command/embedded.ts';
import { Problem } from '../../errors/problem.ts';
import { DATA_DIR, type DataFolder, dataFolderOf } from '../../service/data-folder.ts';

/** A wrapped key has 84 characters; longer input is something else. */
const MAX_INPUT_BYTES = 65_536;
const OURS = /^local:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Asked = Readonly<{ wrappedDek: string; kmsKeyId: string }>;

/** The caller's own key management for the embedded keyring. The service itself cannot do this. */
export const keysUnwrap = defineCommand({
  name: 'keys unwrap',
  summary: 'Unwrap a data-encryption key with the embedded keyring and print it in base64.',
  details:
    'This is the part of the key service that the API does not have: it needs to read the folder keys/ of the service.\nWith a cloud key service, ask that one to decrypt instead.',
  operands: [
    { name: 'WRAPPED_DEK', text: 'wrapped_dek as the API answered it; - reads it from standard input.' },
    { name: 'KMS_KEY_ID', text: 'kms_key_id from the same answer.' },
  ],
  options: { 'data-dir': DATA_DIR },
  examples: [
    ['keys unwrap AcYx…o5g= local:3f0c1b52-…', 'prints the key, 32 bytes as 44 characters'],
    ['keys unwrap --data-dir /srv/room - local:3f0c1b52-… < wrapped', 'takes the wrapped key from a file'],
  ],
  run: async (given, world) => {
    const folder = dataFolderOf(given, world);
    const asked = { wrappedDek: await wrappedDekOf(given, world), kmsKeyId: given.operand('KMS_KEY_ID') };
    refuseMisunderstood(asked);
    const answer = await world.embedded.unwrap(folder.keys, asked.wrappedDek, asked.kmsKeyId);
    if ('because' in answer) throw new Problem(sentenceFor(answer, asked, folder));
    world.terminal.out(`${Buffer.from(answer.dataKey).toString('base64')}\n`);
    answer.dataKey.fill(0);
    return 0;
  },
});

async function wrappedDekOf(given: Given<'data-dir', 'WRAPPED_DEK'>, { terminal }: World): Promise<string> {
  const operand = given.operand('WRAPPED_DEK');
  if (operand !== '-') return operand;
  const text = (await terminal.input(MAX_INPUT_BYTES))?.trim();
  if (text === undefined) throw new Problem('standard input holds more than a wrapped key: give it wrapped_dek alone.');
  if (text === '') throw new Problem('standard input was empty: give it wrapped_dek, or name it instead of -.');
  return text;
}

/** Checks that need no keyring. */
function refuseMisunderstood({ wrappedDek, kmsKeyId }: Asked): void {
  if (OURS.test(wrappedDek)) throw new Problem('this is a key id: first comes WRAPPED_DEK, then KMS_KEY_ID.');
  if (Buffer.from(wrappedDek, 'base64').toString('base64') !== wrappedDek)
    throw new Problem('WRAPPED_DEK is not base64: give wrapped_dek exactly as the API answered it.');
  if (!OURS.test(kmsKeyId))
    throw new Problem(
      'KMS_KEY_ID is not one of the embedded keyring, which look like local:<uuid>: ask the key service it names.',
    );
}

function sentenceFor(refusal: UnwrapRefusal, { kmsKeyId }: Asked, { path, keys }: DataFolder): string {
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
