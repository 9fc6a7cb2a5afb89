import { grpc } from 'google-gax';
import type { AnswerCall } from './answering.ts';
import { plainMessage, RPCS } from './protos.ts';
import { CODES, Refusal } from './refusal.ts';

async function replyTo(answering: Promise<object>, done: grpc.sendUnaryData<object>): Promise<void> {
  try {
    done(null, await answering);
  } catch (error) {
    done(error instanceof Refusal ? { code: CODES[error.code], details: error.message } : { code: CODES.INTERNAL });
  }
}

/** Serves gRPC without TLS. Resolves with its port and a function that ends it. */
export async function serveGrpc(answer: AnswerCall): Promise<{ port: number; end: () => Promise<void> }> {
  const server = new grpc.Server();
  for (const rpc of RPCS) {
    const { method, path, request, response } = rpc;
    server.addService(
      {
        [method]: {
          path,
          requestStream: false,
          responseStream: false,
          requestDeserialize: (bytes: Buffer) => plainMessage(request, request.decode(bytes)),
          requestSerialize: (message: object) => Buffer.from(request.encode(request.fromObject(message)).finish()),
          responseSerialize: (message: object) => Buffer.from(response.encode(response.fromObject(message)).finish()),
          responseDeserialize: (bytes: Buffer) => plainMessage(response, response.decode(bytes)),
        },
      },
      {
        [method]: (call: grpc.ServerUnaryCall<object, object>, done: grpc.sendUnaryData<object>) => {
          void replyTo(answer(method, call.request), done);
        },
      },
    );
  }
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return { port, end: async () => server.forceShutdown() };
}
