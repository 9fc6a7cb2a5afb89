import { FileBlobStore, systemClock } from '@strongroom/adapter-local';
import { type ComparedObjects, compareObjects } from '@strongroom/application';
import { Problem } from '@strongroom/command-line';
import type { BlobStore } from '@strongroom/ports';
import type { BucketSettings, DocumentPlace } from '../service/stores.ts';
import { asProblem } from './as-problem.ts';
import { openStore } from './store.ts';

/** Signs nothing: no address is made. */
const UNUSED = { baseUrl: () => 'http://localhost', signingKey: new Uint8Array(32), clock: systemClock };

/** Compares the documents of a service with its objects: a folder, or a bucket. Throws Problem. */
export const comparedObjects: (store: DocumentPlace, objects: string | BucketSettings) => Promise<ComparedObjects> =
  async (store, objects) => {
    try {
      const blobs = await openObjects(objects);
      const documents = await openStore(store);
      try {
        return await compareObjects({ documents, blobs });
      } finally {
        await documents.close();
      }
    } catch (error) {
      throw asProblem(error);
    }
  };

async function openObjects(objects: string | BucketSettings): Promise<Pick<BlobStore, 'list'>> {
  if (typeof objects === 'string') return FileBlobStore.open({ ...UNUSED, folder: objects });
  return objects.store === 'gcs' ? inCloudStorage(objects) : inS3(objects);
}

async function inCloudStorage(settings: BucketSettings & { store: 'gcs' }): Promise<Pick<BlobStore, 'list'>> {
  const { BucketUnfit, GcsBlobStore } = await import('@strongroom/adapter-gcs');
  return GcsBlobStore.open({ ...settings, clock: systemClock }).catch(refusing(BucketUnfit));
}

async function inS3({ way, ...bucket }: BucketSettings & { store: 's3' }): Promise<Pick<BlobStore, 'list'>> {
  const { BucketUnfit, openDirectS3Blobs, openS3Blobs } = await import('@strongroom/adapter-s3');
  const opened =
    way === 'through-service'
      ? openS3Blobs({ ...bucket, ...UNUSED })
      : openDirectS3Blobs({ ...bucket, clock: systemClock, publicEndpoint: undefined, cutUploads: 'allow' });
  return opened.catch(refusing(BucketUnfit));
}

const refusing =
  (unfit: new () => Error) =>
  (error: unknown): never => {
    throw error instanceof unfit ? new Problem(error.message, { cause: error }) : error;
  };
