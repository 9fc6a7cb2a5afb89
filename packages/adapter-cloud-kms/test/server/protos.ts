import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { protobuf } from 'google-gax';

const require = createRequire(import.meta.url);
const json = (path: string): object => JSON.parse(readFileSync(path, 'utf8')) as object;

const ofClient = require.resolve('@google-cloud/kms');
const ofGax = createRequire(ofClient).resolve('google-gax');

/** The interface from the client's own definition, so that server and client cannot differ. */
const SERVICES = [
  ['google.cloud.kms.v1.KeyManagementService', join(dirname(ofClient), '../protos/protos.json')],
  ['google.iam.v1.IAMPolicy', join(dirname(ofGax), '../protos/iam_service.json')],
] as const;

export type Rpc = Readonly<{
  /** The key service's name for it, such as `encrypt`. */
  method: string;
  /** `/google.cloud.kms.v1.KeyManagementService/Encrypt` */
  path: string;
  request: protobuf.Type;
  response: protobuf.Type;
  /** Its HTTP form: `google.api.http`. */
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

/** A message as plain values: 64-bit numbers as strings, enums by name, bytes as buffers. */
export const plainMessage = (type: protobuf.Type, message: protobuf.Message): object =>
  type.toObject(message, { longs: String, enums: String });
