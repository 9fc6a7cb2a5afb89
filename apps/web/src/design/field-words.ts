type Found = Readonly<Pick<ValidityState, 'valueMissing' | 'tooShort' | 'typeMismatch' | 'badInput'>>;

/** The sentence for what the browser finds wrong in a field, whose own words are in its own language; undefined for the rest. */
export function fieldWords(found: Found, shortest = 0): string | undefined {
  if (found.valueMissing) return 'Fill this in.';
  if (found.tooShort) return `Type at least ${shortest} characters.`;
  if (found.typeMismatch) return 'Type an address such as name@example.org.';
  return found.badInput ? 'Type a number or a date.' : undefined;
}
