import { blobStoreSuite } from '@strongroom/contract-tests';
import { strictBlobStore } from './setting.ts';

blobStoreSuite('blobs in a bucket, addresses signed with the key of an account', () => strictBlobStore());
