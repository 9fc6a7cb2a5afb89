import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  formatPrivateKey,
  formatSignature,
  formatVerifierKey,
  parsePrivateKey,
  type Signer,
} from '@strongroom/audit-proof';
import { type AuditKey, systemErrorCode } from '@strongroom/ports';
import { createOnce, makeFolder, replaceFile } from '../disk/durable.ts';

const KEY = 'audit.key';
const LAST_SIGNED = 'audit.checkpoint';

type Options = Readonly<{
  folder: string;
  /** The address of the service without scheme and path: the beginning of the name of a new key. */
  address: string;
}>;

/**
 * Opens the private key of the audit log in a folder; creates it on the first call. Processes that start at the same time all get
 * the same key. Throws Malformed when the file holds anything else: a new key would be a new log.
 */
export async function openAuditKey({ folder, address }: Options): Promise<AuditKey> {
  await makeFolder(folder);
  const path = join(folder, KEY);
  const text = (await read(path)) ?? (await create(folder, address));
  return auditKeyOf(await parsePrivateKey(text), folder);
}

/** The audit key of a private key as text; its last checkpoint is in a folder, or in memory without one. Throws Malformed. */
export async function auditKeyFrom(privateKey: string, folder?: string): Promise<AuditKey> {
  if (folder !== undefined) await mkdir(folder, { recursive: true, mode: 0o700 });
  return auditKeyOf(await parsePrivateKey(privateKey), folder);
}

async function create(folder: string, address: string): Promise<string> {
  const name = `${address}/api/v1/audit/${randomBytes(4).toString('hex')}`;
  await createOnce(folder, KEY, Buffer.from(`${await formatPrivateKey(name, randomBytes(32))}\n`));
  return readFile(join(folder, KEY), 'utf8');
}

function auditKeyOf({ key, sign }: Signer, folder: string | undefined): AuditKey {
  let inMemory: string | undefined;
  return {
    vkey: formatVerifierKey(key),
    sign: async (text) => formatSignature(await sign(text)),
    lastSigned: async () => (folder === undefined ? inMemory : read(join(folder, LAST_SIGNED))),
    noteSigned: async (checkpoint) => {
      inMemory = checkpoint;
      if (folder !== undefined) await replaceFile(folder, LAST_SIGNED, Buffer.from(checkpoint));
    },
  };
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
