import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { protobuf } from 'google-gax';

const require = createRequire(import.meta.url);
const json = (path: string): object => JSON.parse(readFileSync(path, 'utf8')) as object;

const ofClient = require.resolve('@google-cloud/kms');
const ofGax = createRequire(ofClient).resolve('google-gax');

/** The interface as the client itself knows it: what the server speaks cannot differ from what the client speaks. */
const SERVICES = [
  ['google.cloud.kms.v1.KeyManagementService', join(dirname(ofClient), '../protos/protos.json')],
  ['google.iam.v1.IAMPolicy', join(dirname(ofGax), '../protos/iam_service.json')],
] as const;

export type Rpc = Readonly<{
  /** As the key service names it, such as `encrypt`. */
  method: string;
  /** `/google.cloud.kms.v1.KeyManagementService/Encrypt` */
  path: string;
  request: protobuf.Type;
  response: protobuf.Type;
  /** How it is called without gRPC: `google.api.http`. */
  http: Readonly<{ verb: string; template: string; body: string | undefined }>;
}>;

/** Every call of the two services. */
export const RPCS: readonly Rpc[] = SERVICES.flatMap(([name, path]) => {
  const service = protobuf.Root.fromJSON(json(path)).lookupService(name);
  return service.methodsArray.map((method) => {
    method.resolve();
    const { resolvedRequestType: request, resolvedResponseType: response } = method;
    if (request === null || response === null) throw new TypeError(`${name} is not whole`);
    const options = (method.options ?? {}) as Readonly<Record<string, string>>;
    const verb = ['get', 'post', 'patch', 'delete'].find((word) => `(google.api.http).${word}` in options) ?? 'post';
    return {
      method: method.name.charAt(0).toLowerCase() + method.name.slice(1),
      path: `/${name}/${method.name}`,
      request,
      response,
      http: {
        verb: verb.toUpperCase(),
        template: options[`(google.api.http).${verb}`] ?? '',
        body: options['(google.api.http).body'],
      },
    };
  });
});

/** A message in plain words: 64 bits as texts, enums by their names, bytes as buffers. */
export const plain = (type: protobuf.Type, message: protobuf.Message): object =>
  type.toObject(message, { longs: String, enums: String });
