import type { Caller } from './caller.ts';
import { NOBODY } from './world.ts';

type Described = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Readonly<{ security: readonly unknown[] }>>>>>;
}>;

/** The operations that the service's own document names, each as `GET /rooms/{id}` with an expression that finds its calls. */
export async function operationsOf(visitor: Caller): Promise<ReadonlyMap<string, RegExp>> {
  const { text } = await visitor.get('/openapi.json');
  const { paths } = JSON.parse(text) as Described;
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [
        `${method.toUpperCase()} ${path}`,
        new RegExp(`^${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      ]),
    ),
  );
}

/** Method and path of every operation that the document does not call public, with ids that nothing has. */
export async function signedInOperations(
  visitor: Caller,
): Promise<readonly (readonly [method: string, path: string])[]> {
  const { text } = await visitor.get('/openapi.json');
  const { paths } = JSON.parse(text) as Described;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security.length > 0)
      .map(([method]) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, NOBODY)] as const),
  );
}
