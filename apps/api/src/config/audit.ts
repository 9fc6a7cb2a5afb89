import { isAbsolute } from 'node:path';
import { Malformed, parseVerifierKey, SIGNATURE_TYPES } from '@strongroom/audit-proof';
import { Email } from '@strongroom/domain';
import { placeOf } from './drivers.ts';
import { InvalidSetting, listOfTexts } from './setting.ts';

/** A witness of the audit log: its key, and the beginning of its addresses without a slash at the end. */
export type Witness = Readonly<{ vkey: string; url: string }>;

const FORM = 'must be witnesses between commas, each VKEY@https://HOST/PATH; plain http:// on this machine only';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Witnesses between commas. Throws InvalidSetting. */
export function parseWitnesses(text: string): readonly Witness[] {
  return listOfTexts(text).map(witnessOf);
}

function witnessOf(text: string): Witness {
  const [vkey = '', rest] = text.split('@http', 2);
  const url = rest === undefined ? null : URL.parse(`http${rest}`);
  const isBare = url !== null && url.username === '' && url.search === '' && url.hash === '';
  if (!isBare || (url.protocol !== 'https:' && !LOOPBACK.test(url.hostname))) throw new InvalidSetting(FORM);
  if (!isCosigner(vkey)) throw new InvalidSetting(`${FORM}; VKEY is the key that its operator publishes`);
  return { vkey, url: url.href.replace(/\/+$/u, '') };
}

function isCosigner(vkey: string): boolean {
  try {
    return parseVerifierKey(vkey).type === SIGNATURE_TYPES.cosignature;
  } catch (error) {
    if (error instanceof Malformed) return false;
    throw error;
  }
}

/** The keepers of checkpoints: folders, and mailboxes. */
export type Keepers = Readonly<{ folders: readonly string[]; mailboxes: readonly Email[] }>;

const MAILTO = 'mailto:';

/** Folders and mailboxes between commas. Throws InvalidSetting. */
export function parseKeepers(text: string): Keepers {
  const places = listOfTexts(text);
  const folders = places.filter((place) => !place.startsWith(MAILTO));
  const mailboxes = places.filter((place) => place.startsWith(MAILTO)).map((place) => place.slice(MAILTO.length));
  if (!folders.every(isAbsolute) || !mailboxes.every((address) => Email.is(address)))
    throw new InvalidSetting('must be absolute paths of folders and mailto:ADDRESS, between commas');
  return { folders, mailboxes: mailboxes.filter((address) => Email.is(address)) };
}

/** The word that stores the last signed checkpoint nowhere but in the documents. */
export const NOT_BESIDE = 'none';

type Chosen = Readonly<{ documents: string; auditKey: unknown; auditCheckpoint: unknown }>;

/** Missing settings of the audit log, as sentences. Each process on its own machine must have the same key. */
export function auditProblems({ documents, auditKey, auditCheckpoint }: Chosen): readonly string[] {
  const place = placeOf('documents', documents);
  if (place === 'elsewhere' && auditKey === undefined)
    return [
      `STRONGROOM_AUDIT_KEY is missing: STRONGROOM_DOCUMENTS=${documents} needs a file with a key that all processes share; \`strongroom audit key --make ADDRESS\` prints one.`,
    ];
  if (place === 'process' && (auditKey ?? auditCheckpoint) !== undefined)
    return [
      `STRONGROOM_AUDIT_KEY is set: with STRONGROOM_DOCUMENTS=${documents} the log and its key end with the process.`,
    ];
  return [];
}
