import { fittedName } from './portable-name.ts';

/** Characters that the service refuses in a name: control characters, half pairs, what turns text, and the backslash. */
const REFUSED = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\\/]/gu;

/** A name of nothing that a person sees, or of the folder itself and the one above. */
const NOTHING = /^(?:[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}]*|\.{1,2})$/u;

/**
 * The name of a local file or folder as a room holds it: composed (NFC), so that it is found however it is typed. What the
 * service refuses becomes `_`. `number` tells it apart from others of the same name.
 */
export function roomName(name: string, number = 1): string {
  const clean = name.normalize('NFC').replaceAll(REFUSED, '_');
  const shown = NOTHING.test(clean) ? `_${clean.replaceAll('.', '_')}` : clean;
  return number === 1 ? shown : fittedName(shown, ` (${number})`);
}
