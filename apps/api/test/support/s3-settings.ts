import type { S3Server } from '@strongroom/test-servers/s3-server';
import type { Environment } from './service-process.ts';

/** Settings of a service that keeps its objects in a bucket. `port` is that of a proxy in between, if any. */
export const s3Settings = (server: S3Server, bucket: string, port = server.port): Environment => ({
  STRONGROOM_BLOBS: 's3',
  STRONGROOM_S3_BUCKET: bucket,
  STRONGROOM_S3_ENDPOINT: server.endpoint.replace(String(server.port), String(port)),
  AWS_ACCESS_KEY_ID: server.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: server.credentials.secretAccessKey,
  AWS_EC2_METADATA_DISABLED: 'true',
});

/** Settings of a service whose clients use the S3 server directly. versitygw stores uploads that were cut off. */
export const directS3Settings = (server: S3Server, bucket: string, port = server.port): Environment => ({
  ...s3Settings(server, bucket, port),
  STRONGROOM_S3_WAY: 'direct',
  STRONGROOM_S3_PUBLIC_ENDPOINT: server.endpoint,
  STRONGROOM_S3_CUT_UPLOADS: 'allow',
});
