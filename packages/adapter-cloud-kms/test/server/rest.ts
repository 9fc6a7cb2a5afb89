import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serializer } from 'google-gax';
import type { AnswerCall } from './answering.ts';
import { plainMessage, RPCS, type Rpc } from './protos.ts';
import { CODES, Refusal } from './refusal.ts';

/** HTTP statuses of google.rpc.Code, as its documentation maps them. */
const STATUSES: Readonly<Record<number, number>> = {
  3: 400,
  4: 504,
  5: 404,
  6: 409,
  7: 403,
  8: 429,
  9: 400,
  10: 409,
  12: 501,
  13: 500,
  14: 503,
  16: 401,
};

type Found = Readonly<{ rpc: Rpc; fields: Readonly<Record<string, string>> }>;

/** `/v1/{name=projects/*}:encrypt` as a regular expression whose group is the field. */
function matcherOf(template: string): RegExp {
  const pattern = template
    .replaceAll(/[.+?^$()|[\]]/g, '\\$&')
    .replaceAll(/\{(\w+)=([^}]*)\}/g, (_, field: string, shape: string) => {
      const inner = shape.replaceAll('**', '\u0000').replaceAll('*', '[^/:]+').replaceAll('\u0000', '[^:]+');
      return `(?<${field}>${inner})`;
    });
  return new RegExp(`^${pattern}$`);
}

const MATCHERS = RPCS.filter(({ http }) => http.template !== '').map((rpc) => ({
  rpc,
  verb: rpc.http.verb,
  expression: matcherOf(rpc.http.template),
}));

function find(verb: string, path: string): Found {
  for (const { rpc, verb: own, expression } of MATCHERS) {
    const match = own === verb ? expression.exec(path) : null;
    if (match !== null) return { rpc, fields: { ...match.groups } };
  }
  throw new Refusal('UNIMPLEMENTED', `there is no ${verb} ${path}`);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

async function serve(request: IncomingMessage, answer: AnswerCall): Promise<unknown> {
  const url = new URL(request.url ?? '/', 'http://kms');
  const { rpc, fields } = find(request.method ?? 'GET', decodeURIComponent(url.pathname));
  const { body } = rpc.http;
  const text = await textOf(request);
  const query = Object.fromEntries([...url.searchParams].filter(([key]) => !key.startsWith('$')));
  const content: unknown = text === '' ? {} : JSON.parse(text);
  const json = {
    ...query,
    ...fields,
    ...(body === '*' ? (content as object) : body ? { [camel(body)]: content } : {}),
  };
  const message = serializer.fromProto3JSON(rpc.request, json);
  if (message === null) throw new Refusal('INVALID_ARGUMENT', 'no message');
  const answered = await answer(rpc.method, plainMessage(rpc.request, message));
  return serializer.toProto3JSON(rpc.response.fromObject(answered), { numericEnums: true });
}

const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Serves the calls over HTTP and JSON, at the paths of the protos. */
export async function serveRest(answer: AnswerCall): Promise<{ port: number; end: () => Promise<void> }> {
  const server = createServer((request, response) => {
    serve(request, answer).then(
      (json) => response.setHeader('Content-Type', 'application/json').end(JSON.stringify(json)),
      (error: unknown) => {
        const code = error instanceof Refusal ? error.code : 'INTERNAL';
        const status = STATUSES[CODES[code]] ?? 500;
        response
          .writeHead(status, { 'Content-Type': 'application/json' })
          .end(JSON.stringify({ error: { code: status, message: String(error), status: code } }));
      },
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const end = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: (server.address() as AddressInfo).port, end };
}
