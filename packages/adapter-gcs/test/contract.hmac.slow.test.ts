import { blobStoreSuite } from '@strongroom/contract-tests';
import { HMAC, strictBlobs } from './setting.ts';

blobStoreSuite('blobs in a bucket, addresses signed with an HMAC key', () => strictBlobs({ hmac: HMAC }));
