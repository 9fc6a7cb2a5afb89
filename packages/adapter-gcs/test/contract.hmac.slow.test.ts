import { blobStoreSuite } from '@strongroom/contract-tests';
import { HMAC, strictBlobStore } from './setting.ts';

blobStoreSuite('blobs in a bucket, addresses signed with an HMAC key', () => strictBlobStore({ hmac: HMAC }));
