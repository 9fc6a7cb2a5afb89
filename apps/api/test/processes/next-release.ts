import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Loaded before the service or the program of operators, it makes a next release of them: rooms have a colour, and
 * oversight lists them by keys of another name. Everything else is the bundled code as it is.
 */
const BUNDLE = /\/apps\/(api|admin)\/dist\/chunks\/[^/]+\.js$/;
/** The module of rooms in a bundle. */
const ROOMS = /^\/\/ packages\/application\/dist\/store\/rooms\.js\n.*?^\/\/ \S+\.js$/ms;
const CHANGES: readonly (readonly [before: RegExp, after: string])[] = [
  [/=> `label:\$\{label\}`/, '=> `label-of:${label}`'],
  [
    /upcasts: \[\s*sameBody,?\s*\],\s*earlier: \{.*?^\t\},/ms,
    `upcasts: [sameBody, (room) => ({ ...room, colour: 'none' })],
     earlier: { schema: 4, body: ({ colour, ...room }) => room, key: (key) => key.replace(/^label-of:/, 'label:') },`,
  ],
  [/roomsOfLabel\(room\.label\),/, 'roomsOfLabel(room.label), `label:${room.label}`,'],
];

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!BUNDLE.test(url)) return loaded;
    return { ...loaded, source: readFileSync(fileURLToPath(url), 'utf8').replace(ROOMS, changed) };
  },
});

function changed(module: string): string {
  let source = module;
  for (const [before, after] of CHANGES) {
    if (!before.test(source)) throw new Error(`the module of rooms has no ${before}`);
    source = source.replace(before, () => after);
  }
  return source;
}
