import { Malformed, NotJudged, parseVerifierKey, type VerifierKey } from '@strongroom/audit-proof';

/** A key that the caller knows. Throws NotJudged. */
export function knownKey(text: string): VerifierKey {
  try {
    return parseVerifierKey(text);
  } catch (error) {
    if (error instanceof Malformed) throw new NotJudged(`${error.message}.`);
    throw error;
  }
}
