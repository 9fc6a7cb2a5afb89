/** A character as upper and lower case have in common; one that case makes longer stays, as in Unicode's simple folding. */
function foldedCharacter(character: string): string {
  // The dotless i is a letter of its own: its upper case is the I of another letter.
  if (character === 'ı') return character;
  const upper = character.toUpperCase();
  const lower = (isOne(upper) ? upper : character).toLowerCase();
  return isOne(lower) ? lower : character;
}

const isOne = (text: string): boolean => /^.$/su.test(text);

/**
 * A name or path as it is compared: two are the same if they differ only in the composition of letters (NFC) and in upper
 * and lower case (simple folding), as on the disks of Windows and macOS. Also for the words of a search.
 */
export function foldedName(name: string): string {
  if (/^[\x20-\x7e]*$/u.test(name)) return name.toLowerCase();
  return Array.from(name.normalize('NFC'), foldedCharacter).join('').normalize('NFC');
}
