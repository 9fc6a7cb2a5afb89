import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileId, Instant, KmsKeyId, OrgId, RoomId } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import { SoftHsm } from '@strongroom/test-servers/soft-hsm';
import { type Pkcs11Options, Pkcs11Vault } from '../src/index.ts';

const ORGANISATION = '00000000-0000-4000-8000-000000000001' as OrgId;
export const A_ROOM = { orgId: ORGANISATION, roomId: '00000000-0000-4000-8000-000000000101' as RoomId };
export const A_FILE = { ...A_ROOM, fileId: '00000000-0000-4000-8000-000000000201' as FileId };

/** A library of OpenSC that passes every call to the library that PKCS11SPY names. */
const SPY = '/usr/lib/x86_64-linux-gnu/pkcs11-spy.so';

/** A SoftHSM with a token for rooms, and vaults on it. Every vault has a process of its own. */
export class Place {
  readonly hsm: SoftHsm;
  rooms: ReturnType<SoftHsm['token']>;
  readonly #open: Pkcs11Vault[] = [];

  constructor(hsm = SoftHsm.make()) {
    this.hsm = hsm;
    this.rooms = this.hsm.token('rooms');
  }

  async vault(options: Partial<Pkcs11Options> = {}): Promise<Pkcs11Vault> {
    const vault = await Pkcs11Vault.open({ ...this.rooms, clock: { now: () => Date.now() as Instant }, ...options });
    this.#open.push(vault);
    return vault;
  }

  /** From now on vaults use the token through a library that writes down the calls. */
  spied(): Readonly<{ logins: () => number }> {
    const { library } = this.rooms;
    const output = join(this.hsm.folder, 'calls');
    writeFileSync(output, '');
    // oxlint-disable-next-line node/no-process-env -- the only way to tell the library
    Object.assign(process.env, { PKCS11SPY: library, PKCS11SPY_OUTPUT: output });
    this.rooms = { ...this.rooms, library: SPY };
    return { logins: () => readFileSync(output, 'utf8').match(/: C_Login$/gm)?.length ?? 0 };
  }

  /** Writes a note as a process would that stopped before its end. */
  note(label: string, time: string): void {
    const file = join(this.hsm.folder, 'note');
    writeFileSync(file, time);
    const options = ['--write-object', file, '--type', 'data', '--private', '--application-label', 'strongroom'];
    this.hsm.tool(this.rooms, ...options, '--label', label);
  }

  /** The objects in the token, as pkcs11-tool shows them. */
  objects(...filter: readonly string[]): string {
    return this.hsm.tool(this.rooms, '--list-objects', ...filter);
  }

  end(): void {
    for (const vault of this.#open) vault.close();
    this.hsm.end();
  }
}

export const uuidIn = (key: KmsKeyId): string => /[0-9a-f-]{36}/.exec(key)?.[0] ?? '';

/** Ids of the processes that hold a session for a vault of this test. */
export const tokenProcesses = (): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('vault-program');
      } catch {
        return false; // it ended meanwhile
      }
    })
    .map(Number);

export type ObservedFailure = Readonly<{ code: string; message: string; maybeDone: boolean; took: number }>;

/** The reason of a failure, and its duration in milliseconds. Rethrows every error other than Unavailable. */
export async function failureOf(work: Promise<unknown>): Promise<ObservedFailure> {
  const begin = performance.now();
  const error = await work.then(
    (value) => new Error(`it was done: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Unavailable) || error.dependency !== 'keys') throw error;
  const { code, message } = error.cause as Error & { code: string };
  return { code, message, maybeDone: error.maybeDone, took: performance.now() - begin };
}
