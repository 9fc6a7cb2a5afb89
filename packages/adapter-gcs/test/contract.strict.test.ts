import { blobStoreSuite } from '@strongroom/contract-tests';
import { HMAC, strictBlobs } from './setting.ts';

const NOT_SHOWN = {
  'BS-24': 'the store joins no parts',
  'BS-25': 'the store joins no parts',
  'BS-26': 'the store joins no parts',
};

blobStoreSuite('blobs in a bucket, addresses signed with the key of an account', () => strictBlobs(), NOT_SHOWN);
blobStoreSuite('blobs in a bucket, addresses signed with an HMAC key', () => strictBlobs({ hmac: HMAC }), NOT_SHOWN);
