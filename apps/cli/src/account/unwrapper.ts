import { join } from 'node:path';
import {
  commandUnwrapper,
  type KeyDevice,
  type KeyServiceOptions,
  type KeyUnwrapper,
  keyServiceUnwrapper,
  lineUnwrapper,
  StrongroomError,
} from '@strongroom/client';
import { Problem, type World } from '@strongroom/command-line';
import { type UnwrapRefusal, unwrapWithKeyring } from '../container/keyring.ts';
import { deviceOnTop, deviceWith } from './devices.ts';
import type { KeyChoice } from './key-choice.ts';
import { freshKeySession } from './key-session.ts';

/** How to wait for a key service that was reached before. */
export type KeyWaiting = Pick<KeyServiceOptions, 'lineWaiting' | 'onWait'>;

/** The chosen key management. */
export function unwrapperOf(choice: KeyChoice, world: World, waiting: KeyWaiting): KeyUnwrapper {
  const { terminal } = world;
  switch (choice.kind) {
    case 'data-dir':
      return keyringUnwrapper(choice.path);
    case 'command':
      return choice.forMany === true ? lineUnwrapper([...choice.command]) : commandUnwrapper([...choice.command]);
    case 'cloud-kms':
      return cloudKms();
    case 'key-service':
      return choice.signIn === true ? bySignIn(choice, world, waiting) : fromKeyService(choice, terminal, waiting);
    default:
      return choice satisfies never;
  }
}

type FromKeyService = Extract<KeyChoice, { kind: 'key-service' }>;

/** Proves the person by their sign-in, and also by the device of this machine that is enrolled for them. */
function bySignIn({ url, key }: FromKeyService, world: World, waiting: KeyWaiting): KeyUnwrapper {
  const session = () => freshKeySession(world, url);
  const device = async () => deviceOnTop(world.terminal, url, (await session()).person);
  return keyServiceUnwrapper({ ...waiting, url, key, session, device });
}

/** The file with the key of the device is read when the first key is asked for. */
function fromKeyService(
  { url, key, device }: FromKeyService,
  terminal: World['terminal'],
  waiting: KeyWaiting,
): KeyUnwrapper {
  let read: Promise<KeyDevice> | undefined;
  const known = (id: string) => (): Promise<KeyDevice> => {
    read ??= deviceWith(terminal, id).catch((cause: unknown) => {
      throw cause instanceof Problem
        ? new StrongroomError('KEY_NOT_UNWRAPPED', { message: cause.message, cause })
        : cause;
    });
    return read;
  };
  return keyServiceUnwrapper({ ...waiting, url, key, device: device === undefined ? undefined : known(device) });
}

function keyringUnwrapper(path: string): KeyUnwrapper {
  const keys = join(path, 'keys');
  return {
    unwrap: async ({ wrappedDek, kmsKeyId }) => {
      const answer = await unwrapWithKeyring(keys, wrappedDek, kmsKeyId);
      if ('dataKey' in answer) return answer.dataKey;
      throw new StrongroomError('KEY_NOT_UNWRAPPED', { message: sentenceFor(answer, keys, kmsKeyId) });
    },
  };
}

/** Loaded when the first key is unwrapped: few commands need it, and loading it is slow. */
function cloudKms(): KeyUnwrapper {
  let made: Promise<KeyUnwrapper> | undefined;
  return {
    unwrap: async (wrapped) => {
      made ??= import('@strongroom/client/cloud-kms').then(({ cloudKmsUnwrapper }) => cloudKmsUnwrapper());
      return (await made).unwrap(wrapped);
    },
  };
}

/** Advice for a person who is not the user of the service. */
const ELSEWHERE = 'get keys from the key service: `strongroom keys use --key-service`';

function sentenceFor(refusal: UnwrapRefusal, keys: string, kmsKeyId: string): string {
  switch (refusal.because) {
    case 'no-folder':
      return `There is no keyring at ${keys}: name the data folder of the service with \`strongroom keys use --data-dir D\`, or ${ELSEWHERE}.`;
    case 'unreadable':
      return `The keyring at ${keys} cannot be read (${refusal.code}): run this as the user of the service, or ${ELSEWHERE}.`;
    case 'unknown-key':
      return `The keyring at ${keys} holds no key ${kmsKeyId}: it belongs to another service.`;
    case 'destroyed-key':
      return `The key ${kmsKeyId} was destroyed with its room and cannot unwrap any more.`;
    case 'damaged-key':
      return `The file of the key ${kmsKeyId} at ${keys} is damaged: restore it from a backup of the keyring.`;
    case 'malformed':
    case 'not-authentic':
      return 'The wrapped key was changed on its way or in the store, or belongs to another room; nothing was decrypted.';
    default:
      return refusal satisfies never;
  }
}
