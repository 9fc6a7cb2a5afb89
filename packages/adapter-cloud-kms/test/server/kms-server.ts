import { serveGrpc } from './grpc.ts';
import { FakeCloudKms, type Request } from './key-service.ts';
import { Refusal } from './refusal.ts';
import { serveRest } from './rest.ts';

/** Runs between a call and its answer: may wait, refuse, lose the answer, or change it. */
export type AnswerChange = (method: string, answer: () => object, request: Request) => Promise<object>;

export type Transport = 'grpc' | 'rest';

/** Cloud KMS on this machine: serves the client's own protos, counts every call, and simulates faults. */
export class KmsServer {
  readonly service = new FakeCloudKms();
  readonly calls = new Map<string, number>();
  meddling: AnswerChange = async (_, answer) => answer();
  port = 0;
  #end: () => Promise<void> = async () => undefined;

  static async start(transport: Transport): Promise<KmsServer> {
    const server = new KmsServer();
    const { port, end } = await (transport === 'grpc' ? serveGrpc : serveRest)((method, request) =>
      server.#answer(method, request),
    );
    server.port = port;
    server.#end = end;
    return server;
  }

  count(method: string): number {
    return this.calls.get(method) ?? 0;
  }

  async #answer(method: string, request: Request): Promise<object> {
    this.calls.set(method, this.count(method) + 1);
    const serving = this.service.methods[method];
    if (serving === undefined) throw new Refusal('UNIMPLEMENTED', `${method} is not served here`);
    return this.meddling(method, () => serving(request), request);
  }

  end(): Promise<void> {
    return this.#end();
  }
}
