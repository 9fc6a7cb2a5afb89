import { createTransformer as swcTransformer } from '@swc/jest';
import { LEAKS } from './leaks.ts';

type Options = NonNullable<Parameters<typeof swcTransformer>[0]>;
type Transformer = ReturnType<typeof swcTransformer>;

/** The service leaks as the process was started: with one configuration, Jest keeps what it compiled for another leak. */
// oxlint-disable-next-line node/no-process-env -- Jest passes nothing else to a transform without compiling all again
const leak = LEAKS.find(({ how }) => how === process.env['LEAK']);

function leaking(source: string, path: string): string {
  if (leak === undefined || !path.endsWith(`/${leak.file}`)) return source;
  if (source.split(leak.from).length !== 2) throw new Error(`stands not once in the source: ${leak.from}`);
  return source.replace(leak.from, () => leak.to);
}

/** Compiles as `@swc/jest`, and the source of the leak with the leak. */
export function createTransformer(swc: Options): Transformer {
  const inner = swcTransformer(swc);
  const { process, processAsync, getCacheKey } = inner;
  return {
    ...inner,
    ...(process && { process: (source, path, ...rest) => process(leaking(source, path), path, ...rest) }),
    ...(processAsync && {
      processAsync: (source, path, ...rest) => processAsync(leaking(source, path), path, ...rest),
    }),
    ...(getCacheKey && { getCacheKey: (source, path, ...rest) => getCacheKey(leaking(source, path), path, ...rest) }),
  };
}

// oxlint-disable-next-line import/no-default-export -- Jest reads the default of a transform
export default { createTransformer };
