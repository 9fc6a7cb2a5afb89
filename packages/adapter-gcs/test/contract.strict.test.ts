import { blobStoreSuite } from '@strongroom/contract-tests';
import { strictBlobs } from './setting.ts';

blobStoreSuite('blobs in a bucket, addresses signed with the key of an account', () => strictBlobs());
