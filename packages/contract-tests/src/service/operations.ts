import type { Caller } from './caller.ts';

/** The operations that the service's own document names, each as `GET /rooms/{id}` with an expression that finds its calls. */
export async function operationsOf(visitor: Caller): Promise<ReadonlyMap<string, RegExp>> {
  const { text } = await visitor.get('/openapi.json');
  const { paths } = JSON.parse(text) as { paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [
        `${method.toUpperCase()} ${path}`,
        new RegExp(`^${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      ]),
    ),
  );
}
