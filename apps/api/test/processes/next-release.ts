import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Loaded before the service or the command line, it makes a next release of them: rooms have a colour, and oversight lists
 * them by keys of another name. Everything else is the compiled code as it is.
 */
const PLACE = '/packages/application/dist/store/rooms.js';
const CHANGES: readonly (readonly [before: string, after: string])[] = [
  ['=> `label:${label}`', '=> `label-of:${label}`'],
  [
    'upcasts: [sameBody],',
    `upcasts: [sameBody, (room) => ({ ...room, colour: 'none' })],
     earlier: { schema: 2, body: ({ colour, ...room }) => room, key: (key) => key.replace(/^label-of:/, 'label:') },`,
  ],
  ['roomsOfLabel(room.label),', 'roomsOfLabel(room.label), `label:${room.label}`,'],
];

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith(PLACE)) return loaded;
    let source = readFileSync(fileURLToPath(url), 'utf8');
    for (const [before, after] of CHANGES) {
      if (!source.includes(before)) throw new Error(`${PLACE} has no ${before}`);
      source = source.replace(before, () => after);
    }
    return { ...loaded, source };
  },
});
