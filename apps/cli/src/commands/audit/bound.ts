import { toBase64 } from '@strongroom/audit-proof';
import { cleanJson, cleanLine, formatCount, type Terminal } from '@strongroom/command-line';
import type { VerifiedBinder } from '../../binder/verify.ts';
import { isoTime } from './proven.ts';

/** Prints the verdict on an export of a room that is intact. */
export function printBinder(terminal: Terminal, verified: VerifiedBinder, isJson: boolean): void {
  const { room, files, events, seal, exported, keysFrom } = verified;
  const { origin, size, root, event, witnesses, outside } = seal;
  const signed = witnesses.map(({ key, time = 0 }) => ({ name: key.name, time: isoTime(time) }));
  if (isJson) {
    const log = { origin, size, root: toBase64(root), key_from: keysFrom, outside, witnesses: signed };
    terminal.out(
      `${cleanJson({ verdict: 'intact', room, files, events, exported: { event: event.seq, ...exported }, log }, 2)}\n`,
    );
    return;
  }
  terminal.out(
    `intact: ${cleanLine(room.name)}, ${formatCount(files, 'file')}, ${formatCount(events, 'event')} of ${cleanLine(origin)}\n`,
  );
  // The name is what the exporter wrote; anyone may own a room of that name.
  terminal.out(
    `room ${cleanLine(room.id)}, exported by ${cleanLine(exported.by)} at ${cleanLine(exported.at)}, event ${event.seq}\n`,
  );
  for (const { name, time } of signed) terminal.out(`${cleanLine(name)} signed it at ${time}\n`);
  if (keysFrom === 'binder')
    terminal.err('The key was taken from the export: with --key, it is compared with the one that you know.\n');
  if (signed.length === 0 && outside === 0)
    terminal.err(
      'No witness of yours signed it, and no outside checkpoint has its size: anyone with the key could have made it.\n',
    );
}
