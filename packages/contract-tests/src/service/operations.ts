import type { Caller } from './caller.ts';

type Reference = Readonly<{ $ref: string; description?: string }>;
type Content = Readonly<Record<string, Readonly<{ schema: Readonly<{ required?: readonly string[] }> }>>>;
type Response = Reference | Readonly<{ content?: Content }>;
type Method = Readonly<{
  security: readonly Readonly<{ bearer: readonly string[] }>[];
  responses: Readonly<Record<string, Response>>;
}>;
type Described = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Method>>>>;
  components: Readonly<{ responses: Readonly<Record<string, unknown>> }>;
}>;

/** An operation as the OpenAPI document of the service describes it. */
export type Operation = Readonly<{
  method: string;
  /** Without the prefix; parameters are in braces. */
  path: string;
  isPublic: boolean;
  scopes: readonly string[];
  isList: boolean;
  isJson: boolean;
  /** True if the document lists an error code for a status. */
  answers: (status: number, code: string) => boolean;
}>;

/** Every operation of the OpenAPI document. */
export async function operationsOf(visitor: Caller): Promise<readonly Operation[]> {
  const { text } = await visitor.get('/openapi.json');
  const { paths, components } = JSON.parse(text) as Described;
  /** All words about a response: its own, and those of what it refers to. */
  const wordsOf = (response: Response | undefined): readonly string[] =>
    response === undefined
      ? []
      : JSON.stringify(
          '$ref' in response
            ? [response.description ?? components.responses[response.$ref.split('/').at(-1) ?? '']]
            : response,
        ).split(/[^A-Z_]+/u);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security, responses }]) => {
      const done = responses['200'];
      const content = done !== undefined && 'content' in done ? done.content : undefined;
      return {
        method: method.toUpperCase(),
        path,
        isPublic: security.length === 0,
        scopes: security.flatMap(({ bearer }) => bearer),
        isList: content?.['application/json']?.schema.required?.includes('meta') === true,
        isJson: done === undefined || (content !== undefined && 'application/json' in content),
        answers: (status, code) => wordsOf(responses[status] ?? responses['default']).includes(code),
      };
    }),
  );
}

/** Matches calls of an operation, written as `METHOD /path`. */
export const callPattern = ({ method, path }: Operation): RegExp =>
  new RegExp(`^${method} ${path.replace('{path}', '.+').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** Replaces each parameter of a path by the id of the segment before it: `rooms` for `/rooms/{id}`. */
export const fillPath = (path: string, ids: Readonly<Record<string, string>>, absent: string): string =>
  path.replaceAll(/([\w-]+)\/\{\w+\}/g, (_, kind: string, at: number) => {
    const own = ids[`${path.slice(1, at)}${kind}`];
    return `${kind}/${own ?? ids[kind] ?? absent}`;
  });
