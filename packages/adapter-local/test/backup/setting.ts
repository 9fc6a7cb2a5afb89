import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Instant, KmsKeyId, OrgId, RoomId } from '@strongroom/domain';
import type { BlobKey } from '@strongroom/ports';
import type { TakeInventory } from '../../src/backup/inventory.ts';
import { objectPath } from '../../src/blobs/object-path.ts';
import {
  type BackupOptions,
  backUp,
  FileBlobStore,
  LocalKeyring,
  openSqliteDocuments,
  type RestoreOptions,
  type SqliteDocumentStore,
  systemIds,
} from '../../src/index.ts';
import { addressIn, bodyOf } from '../blobs.setting.ts';
import { insert, THINGS, thing } from '../documents/things.ts';

const clock = { now: () => 1_900_000_000_000 as Instant };
const NOBODY = () => undefined;

type Thing = Readonly<{ object?: string; size?: number; room?: string; key?: KmsKeyId }>;

/** Documents of these tests state what they need: an object of a size, or the key of a room. */
export const inventory: TakeInventory = (documents) => {
  const bodies = (): readonly Thing[] => [...documents(THINGS)].map(({ body }) => body as Thing);
  return {
    objects: bodies().flatMap(({ object, size }) =>
      object === undefined ? [] : [{ key: object as BlobKey, size, required: size !== undefined }],
    ),
    roomKeys: bodies().flatMap(({ room, key }) =>
      room === undefined || key === undefined ? [] : [{ roomId: room, kmsKeyId: key }],
    ),
  };
};

/** A data folder in use: documents, objects and keys. */
export class Place {
  readonly folder: string;
  readonly documents: SqliteDocumentStore;
  readonly #blobs: FileBlobStore;
  readonly #keys: LocalKeyring;

  private constructor(folder: string, documents: SqliteDocumentStore, blobs: FileBlobStore, keys: LocalKeyring) {
    this.folder = folder;
    this.documents = documents;
    this.#blobs = blobs;
    this.#keys = keys;
  }

  static async make(): Promise<Place> {
    const folder = await mkdtemp(join(tmpdir(), 'strongroom-backup-'));
    const data = join(folder, 'data');
    return new Place(
      folder,
      await openSqliteDocuments({ path: join(data, 'strongroom.db') }),
      await FileBlobStore.open({
        folder: join(data, 'blobs'),
        baseUrl: () => 'http://127.0.0.1',
        signingKey: new Uint8Array(32),
        clock,
      }),
      await LocalKeyring.open({ folder: join(data, 'keys'), clock }),
    );
  }

  get data(): string {
    return join(this.folder, 'data');
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** A document and the object that it names. */
  async addFile(id: string, text: string): Promise<void> {
    await this.putObject(`at/${id}`, text);
    await this.documents.commit([insert(thing(id, { object: `at/${id}`, size: text.length }))]);
  }

  async putObject(name: string, text: string): Promise<void> {
    const url = await this.#blobs.signUpload({
      key: name as BlobKey,
      size: text.length,
      expiresAt: (clock.now() + 1000) as Instant,
    });
    await this.#blobs.put(addressIn(url), bodyOf(text));
  }

  /** Acts like another process: first removes the object, as in the destruction of a room. */
  removeNow(id: string): void {
    this.loseNow(id);
    this.removeDocument(id);
  }

  removeDocument(id: string): void {
    const database = new DatabaseSync(join(this.data, 'strongroom.db'));
    database.prepare('DELETE FROM documents WHERE id = ?').run(id);
    database.close();
  }

  /** Removes the object file, as a faulty file system would. */
  loseNow(id: string): void {
    rmSync(objectFile(this.data, `at/${id}`));
  }

  async addRoom(id: string): Promise<KmsKeyId> {
    const key = await this.#keys.createKey({ orgId: systemIds.uuid<OrgId>(), roomId: systemIds.uuid<RoomId>() });
    await this.documents.commit([insert(thing(id, { room: id, key }))]);
    return key;
  }

  destroyKey(key: KmsKeyId) {
    return this.#keys.destroyKey(key);
  }

  backUp(differences: Partial<BackupOptions> = {}) {
    return backUp({
      dataDir: this.data,
      keyService: join(this.data, 'key-service'),
      to: this.path('backup'),
      withKeys: false,
      version: '1.2.3',
      clock,
      inventory,
      onProgress: NOBODY,
      ...differences,
    });
  }

  restoring(differences: Partial<RestoreOptions> = {}): RestoreOptions {
    return {
      from: this.path('backup'),
      dataDir: this.path('restored'),
      keys: undefined,
      keyService: join(this.path('restored'), 'key-service'),
      keyServiceKeys: undefined,
      devices: () => [],
      clock,
      inventory,
      onProgress: NOBODY,
      ...differences,
    };
  }

  async end(): Promise<void> {
    await this.documents.close();
    await rm(this.folder, { recursive: true });
  }
}

/** Path of an object in a data folder or a backup. */
export const objectFile = (folder: string, key: string): string =>
  join(folder, 'blobs', 'objects', ...objectPath(key as BlobKey));

/** Names of all files below a folder, sorted. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}
