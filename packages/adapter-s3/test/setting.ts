import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type BlobStoreHarness, embeddedBlobs } from '@strongroom/contract-tests';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { openS3Blobs } from '../src/index.ts';

/** Milliseconds: a missing server is compiled first. */
export const MAX_COMPILE_MS = 600_000;

export const bucketAccess = ({ endpoint, region, credentials }: S3Server, bucket: string) => ({
  bucket,
  endpoint,
  region,
  credentials,
});

let prefixes = 0;

/** A store in a part of the bucket of its own, whose bytes pass through a bridge. */
export const gatewayBlobs = async (server: S3Server, bucket: string): Promise<BlobStoreHarness> => {
  const bridged = await embeddedBlobs((options) =>
    openS3Blobs({ ...bucketAccess(server, bucket), ...options, prefix: `test-${++prefixes}/` }),
  );
  return { ...bridged, serverBehind: true };
};

const OPENSSL = 'openssl';

/** Makes a certificate for this machine that no authority signed, in a folder. */
export function makeSelfSignedCertificate(folder: string): Readonly<{ cert: string; key: string }> {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync(OPENSSL, [...request, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { cert, key };
}
