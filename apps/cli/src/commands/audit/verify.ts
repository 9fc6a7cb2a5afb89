import {
  NotJudged,
  Tampered,
  toBase64,
  type Verified,
  type VerifyOptions,
  verifyExport,
} from '@strongroom/audit-proof';
import {
  cleanJson,
  cleanLine,
  defineCommand,
  formatCount,
  JSON_OPTION,
  printOptionsOf,
  type Terminal,
} from '@strongroom/command-line';
import { isBinder, verifyBinder } from '../../binder/verify.ts';
import { readBytes } from '../../log-export/judged-file.ts';
import { openExport } from '../../log-export/open.ts';
import { proofsAt } from '../../log-export/proofs.ts';
import { printBinder } from './bound.ts';
import { knownKey } from './known-key.ts';
import { isoTime, printProof } from './proven.ts';

/** Exit codes of this command alone: a script must tell "tampered" from every other failure. */
const VERDICT = { intact: 0, tampered: 1, notJudged: 2 } as const;

export const auditVerify = defineCommand({
  name: 'audit verify',
  summary: 'Verify an export of a room or of the audit log, or proofs of single events, offline.',
  details:
    'Exit code 0: nothing is wrong; 1: tampered, with the first fault; 2: not judged, because the export is cut off, lacks a\nfile or is something else. Nothing of the service is needed, and nothing is sent anywhere.',
  operands: [
    {
      name: 'EXPORT',
      text: 'A folder of `strongroom export`, a folder or tar archive with the log, the proof of one event, or a folder of proofs.',
      completes: 'files',
    },
  ],
  options: {
    checkpoint: {
      value: 'FILE',
      text: 'A checkpoint that was kept elsewhere, several times: it must be one of this log.',
      completes: 'files',
      isRepeated: true,
    },
    key: {
      value: 'VKEY',
      text: 'The key of the log that you know, several times; without it, that of the export.',
      isRepeated: true,
    },
    witness: { value: 'VKEY', text: 'The key of a witness that you trust, several times.', isRepeated: true },
    whole: {
      text: 'Fail for every missing event without a recorded erasure: for exports by users who may see everything.',
    },
    ...JSON_OPTION,
  },
  examples: [
    ['audit verify export.tar --checkpoint kept.txt --key "$VKEY"', 'against a checkpoint kept elsewhere'],
    ['audit verify ./export', 'only for contradictions within the export'],
    ['audit verify ./Falcon --key "$VKEY"', 'an export of a room: its files and its record'],
    ['audit verify falcon.proof --key "$VKEY"', 'the proof of one event, such as a destruction'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const { isJson } = printOptionsOf(given, world);
    try {
      const outside = await Promise.all(given.texts('checkpoint').map(outsideCheckpoint));
      const keys = given.texts('key').map(knownKey);
      const witnesses = given.texts('witness').map(knownKey);
      const options = { keys, witnesses, outside, isWhole: given.flag('whole') };
      const path = given.operand('EXPORT');
      const isOfRoom = await isBinder(path);
      const proofs = isOfRoom ? undefined : await proofsAt(path);
      if (isOfRoom) printBinder(terminal, await verifyBinder(path, options), isJson);
      else if (proofs !== undefined) await printProof(terminal, proofs, options, isJson);
      else {
        const verified = await verifiedAt(path, options);
        terminal.out(isJson ? `${cleanJson(summary(verified), 2)}\n` : sentences(verified));
        if (!isJson) terminal.err(warnings(verified));
      }
      return VERDICT.intact;
    } catch (error) {
      if (error instanceof Tampered) return fault(terminal, isJson, 'tampered', error.message);
      if (error instanceof NotJudged) return fault(terminal, isJson, 'notJudged', error.message);
      throw error;
    }
  },
});

async function verifiedAt(path: string, options: VerifyOptions): Promise<Verified> {
  const { source, close } = await openExport(path);
  try {
    return await verifyExport(source, options);
  } finally {
    await close();
  }
}

function fault(terminal: Terminal, isJson: boolean, verdict: 'tampered' | 'notJudged', sentence: string): number {
  const name = verdict === 'tampered' ? 'tampered' : 'not judged';
  if (isJson) terminal.out(`${cleanJson({ verdict: name.replace(' ', '_'), sentence }, 2)}\n`);
  else terminal.err(`strongroom: ${name}: ${cleanLine(sentence)}\n`);
  return VERDICT[verdict];
}

/** Greatest size of a signed note, in bytes. */
const MAX_CHECKPOINT = 262_144;

const outsideCheckpoint = async (name: string): Promise<Readonly<{ name: string; bytes: Uint8Array }>> => ({
  name,
  bytes: await readBytes(name, MAX_CHECKPOINT),
});

function sentences(verified: Verified): string {
  const { origin, size, root, shown, erased, erasedRanges, missing, witnesses } = verified;
  const rest = [
    ...(erased > 0 ? [`${erased} erased, as the log says: ${listOf(erasedRanges)}`] : []),
    ...(missing > 0 ? [`${missing} not in this export`] : []),
  ];
  return [
    `intact: ${cleanLine(origin)}, ${formatCount(size, 'event')}, root ${toBase64(root)}`,
    `${formatCount(shown, 'event')} verified${rest.map((part) => `, ${part}`).join('')}`,
    ...witnesses.map(
      ({ key, size: seen, time = 0 }) =>
        `${cleanLine(key.name)} saw the first ${formatCount(seen, 'event')} at ${isoTime(time)}`,
    ),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

const SHOWN_RANGES = 20;

/** The first ranges of numbers; --json has all of them. */
function listOf(ranges: Verified['erasedRanges']): string {
  const some = ranges
    .slice(0, SHOWN_RANGES)
    .map(({ first, last }) => (first === last ? `${first}` : `${first} to ${last}`));
  return `${some.join(', ')}${ranges.length > SHOWN_RANGES ? ', …' : ''}`;
}

/** The limits of what was shown. */
function warnings({ keysFrom, outside, witnesses, missing }: Verified): string {
  return [
    ...(outside === 0 && witnesses.length === 0
      ? ['No outside checkpoint was given: anyone with the key could have cut or rewritten it.']
      : []),
    ...(keysFrom === 'export'
      ? ['The key was taken from the export: with --key, it is compared with the one that you know.']
      : []),
    ...(missing > 0
      ? [
          `${formatCount(missing, 'event')} may be hidden from the person who made the export, or removed: --whole fails for them.`,
        ]
      : []),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

const summary = ({ root, witnesses, keysFrom, erasedRanges, ...rest }: Verified): object => ({
  verdict: 'intact',
  ...rest,
  erased_events: erasedRanges,
  root: toBase64(root),
  key_from: keysFrom,
  witnesses: witnesses.map(({ key, size, time = 0 }) => ({ name: key.name, size, time: isoTime(time) })),
});
