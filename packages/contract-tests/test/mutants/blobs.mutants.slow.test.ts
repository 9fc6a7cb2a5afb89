import { blobStorePromises, registerMutants } from '../../src/index.ts';
import { blobAddressMutants } from './blob-address-mutants.ts';
import { blobJoinMutants } from './blob-join-mutants.ts';
import { blobSealMutants } from './blob-seal-mutants.ts';
import { blobUploadMutants } from './blob-upload-mutants.ts';

registerMutants('blob store', blobStorePromises, [
  ...blobAddressMutants,
  ...blobUploadMutants,
  ...blobSealMutants,
  ...blobJoinMutants,
]);
