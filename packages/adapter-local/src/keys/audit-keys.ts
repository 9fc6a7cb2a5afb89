import { randomBytes } from 'node:crypto';
import { basename, dirname } from 'node:path';
import {
  formatPrivateKey,
  formatSignature,
  formatVerifierKey,
  Malformed,
  parsePrivateKey,
  type Signer,
} from '@strongroom/audit-proof';
import { type AuditKey, type AuditKeys, type LastCheckpoint, systemErrorCode } from '@strongroom/ports';
import { textOfFile } from '@strongroom/store-kit/node';
import { makeFolder, replaceFile } from '../disk/durable.ts';
import { checkpointFile, checkpointInMemory } from './checkpoint-file.ts';
import { withFileLock } from './exclusively.ts';

/** The audit keys of an embedded service, in the folder of its keys. */
export const AUDIT_KEY_FILE = 'audit.key';

/** The file of the last signed checkpoint of earlier versions. */
export const besideKey = (keyFile: string): string => `${keyFile.replace(/\.key$/u, '')}.checkpoint`;

/** A new private key of an audit log as one line. A secret. */
export const newAuditKey = (origin: string): Promise<string> => formatPrivateKey(origin, randomBytes(32));

type Options = Readonly<{
  file: string;
  /** Whether the first key is made when it is missing. */
  isMade: boolean;
  /** A file beside the keys by default. */
  lastCheckpoint?: LastCheckpoint;
}>;

/**
 * The audit keys in a file, one a line, with the place of the last signed checkpoint. Other lines, and a file that
 * cannot be read, make every call reject with Malformed, and the file stays: a new key would be a new log.
 */
export function auditKeysIn({ file, isMade, lastCheckpoint = checkpointFile(besideKey(file)) }: Options): AuditKeys {
  const folder = dirname(file);
  const lines = async (): Promise<readonly string[]> => linesOf((await read(file)) ?? '');
  // The file is replaced as a whole: a call that read it before another one wrote it would drop that key.
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    await makeFolder(folder);
    return withFileLock(`${file}.lock`, work);
  };
  const keysIn = (text: string): Promise<readonly AuditKey[]> =>
    parsed(linesOf(text)).catch((error: unknown) => {
      throw error instanceof Malformed ? new Malformed(`${file}: ${error.message}`) : error;
    });
  const addTo = async (known: readonly string[], origin: string): Promise<AuditKey> => {
    await parsed(known);
    const line = await newAuditKey(origin);
    await replaceFile(folder, basename(file), Buffer.from([...known, line].map((one) => `${one}\n`).join('')));
    return auditKeyOf(await parsePrivateKey(line));
  };
  return {
    read: async () => {
      const text = await read(file);
      if (text !== undefined && linesOf(text).length === 0) throw new Malformed(`${file} is empty`);
      return keysIn(text ?? '');
    },
    add: (origin) => alone(async () => addTo(await lines(), origin)),
    first: async (origin) => {
      if ((await read(file)) === undefined) {
        if (!isMade) throw new Malformed(`there is no audit key at ${file}`);
        await alone(async () => void ((await read(file)) ?? (await addTo([], origin))));
      }
      const [first] = await keysIn((await read(file)) ?? '');
      if (first === undefined) throw new Malformed(`${file} is empty`);
      return first;
    },
    ...lastCheckpoint,
  };
}

/** Audit keys that end with the process, for a store that ends with it. */
export function memoryAuditKeys(lines: readonly string[] = []): AuditKeys {
  let keys: Promise<readonly AuditKey[]> = parsed(lines);
  const made = async (origin: string): Promise<AuditKey> =>
    auditKeyOf(await parsePrivateKey(await newAuditKey(origin)));
  const add = async (origin: string): Promise<AuditKey> => {
    const key = await made(origin);
    keys = keys.then((known) => [...known, key]);
    await keys;
    return key;
  };
  return {
    read: () => keys,
    add,
    first: async (origin) => {
      keys = keys.then(async (known) => (known.length > 0 ? known : [await made(origin)]));
      const [first] = await keys;
      return first ?? add(origin);
    },
    ...checkpointInMemory(),
  };
}

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.trim() !== '');

const parsed = (lines: readonly string[]): Promise<readonly AuditKey[]> =>
  Promise.all(lines.map(async (line) => auditKeyOf(await parsePrivateKey(line))));

const auditKeyOf = ({ key, sign, under }: Signer): AuditKey => ({
  vkey: formatVerifierKey(key),
  sign: async (text) => formatSignature(await sign(text)),
  under: (name) => auditKeyOf(under(name)),
});

async function read(path: string): Promise<string | undefined> {
  try {
    return await textOfFile(path);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') return undefined;
    throw code === undefined ? error : new Malformed(`${path} cannot be read (${code})`);
  }
}
