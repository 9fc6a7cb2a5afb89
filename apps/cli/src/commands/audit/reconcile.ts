import { NotJudged, Tampered, type VerifierKey } from '@strongroom/audit-proof';
import {
  cleanJson,
  cleanLine,
  defineCommand,
  formatCount,
  JSON_OPTION,
  printOptionsOf,
} from '@strongroom/command-line';
import { openExport } from '../../log-export/open.ts';
import { type ReconciledRecords, reconcileRecords } from '../../log-export/reconcile.ts';
import { knownKey } from './known-key.ts';

/** Exit codes as those of `audit verify`. */
const VERDICT = { agree: 0, differ: 1, notJudged: 2 } as const;
const SHOWN = 20;

export const auditReconcile = defineCommand({
  name: 'audit reconcile',
  summary: 'Hold the record of the key service against the audit log of the room service, offline.',
  details:
    'Finds every release of a key that the room service did not grant, and names the grants that no key was released for,\nsuch as those of interrupted transfers. Take the record first, then the log. Exit code 0: they agree; 1: they\ndiffer, or one of them was tampered with; 2: not judged. Run it where the key service is: a thief of the room service\ncannot change that side.',
  operands: [
    { name: 'RECORD', text: 'The record of the key service: `strongroom-keys record export`.', completes: 'files' },
    { name: 'EXPORT', text: 'The log of the room service: `strongroom audit download`.', completes: 'files' },
  ],
  options: {
    'record-key': { value: 'VKEY', text: 'The key of the record that you know, several times.', isRepeated: true },
    'log-key': { value: 'VKEY', text: 'The key of the log that you know, several times.', isRepeated: true },
    ...JSON_OPTION,
  },
  examples: [['audit reconcile record.tar log.tar', 'after `strongroom-keys record export > record.tar`']],
  run: async (given, world) => {
    const { terminal } = world;
    const { isJson } = printOptionsOf(given, world);
    try {
      const [recordPath, logPath] = [given.operand('RECORD'), given.operand('EXPORT')];
      const keys = { record: given.texts('record-key').map(knownKey), log: given.texts('log-key').map(knownKey) };
      const found = await reconciledAt(recordPath, logPath, keys);
      terminal.out(isJson ? `${cleanJson(summary(found), 2)}\n` : sentences(found));
      if (found.faults.length > 0) return VERDICT.differ;
      if (found.later === 0) return VERDICT.agree;
      if (!isJson)
        terminal.err('strongroom: not judged: export the log of the room service again, after the record.\n');
      return VERDICT.notJudged;
    } catch (error) {
      if (!(error instanceof Tampered) && !(error instanceof NotJudged)) throw error;
      const verdict = error instanceof Tampered ? 'tampered' : 'not judged';
      if (isJson) terminal.out(`${cleanJson({ verdict: verdict.replace(' ', '_'), sentence: error.message }, 2)}\n`);
      else terminal.err(`strongroom: ${verdict}: ${cleanLine(error.message)}\n`);
      return error instanceof Tampered ? VERDICT.differ : VERDICT.notJudged;
    }
  },
});

type Keys = Readonly<{ record: readonly VerifierKey[]; log: readonly VerifierKey[] }>;

async function reconciledAt(recordPath: string, logPath: string, keys: Keys): Promise<ReconciledRecords> {
  const record = await openExport(recordPath);
  try {
    const log = await openExport(logPath);
    try {
      return await reconcileRecords(
        { source: log.source, keys: keys.log },
        { source: record.source, keys: keys.record },
      );
    } finally {
      await log.close();
    }
  } finally {
    await record.close();
  }
}

const verdictOf = ({ faults, later }: ReconciledRecords): string => {
  if (faults.length > 0) return 'differ';
  return later > 0 ? 'not_judged' : 'agree';
};

function sentences(found: ReconciledRecords): string {
  const { releases, faults, later, unused, log } = found;
  const hidden = log.erased + log.missing;
  const lines = [
    `${verdictOf(found).replace('_', ' ')}: ${formatCount(releases, 'release')}, ${formatCount(log.shown, 'event')} of the room service`,
    ...faults.map(
      ({ seq, file, sentence }) => `ALARM: release ${seq} of the file ${cleanLine(file)}: ${cleanLine(sentence)}`,
    ),
    ...(faults.length > 0 && hidden > 0
      ? [
          `${formatCount(hidden, 'event')} of the room service are erased or not in this export: a grant may be among them`,
        ]
      : []),
    ...(later > 0 ? [`${formatCount(later, 'release')} after the end of the log of the room service`] : []),
    ...(unused.length > 0 ? [`${formatCount(unused.length, 'grant')} without a release:`] : []),
    ...unused.slice(0, SHOWN).map(({ event, file }) => `  event ${cleanLine(event)}, file ${cleanLine(file)}`),
    ...(unused.length > SHOWN ? [`  and ${unused.length - SHOWN} more; --json has all`] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

const summary = (found: ReconciledRecords): object => {
  const { releases, faults, later, unused, log, record } = found;
  return {
    verdict: verdictOf(found),
    releases,
    alarms: faults,
    later_releases: later,
    unused_grants: unused,
    log: { origin: log.origin, size: log.size, erased: log.erased, missing: log.missing },
    record: { origin: record.origin, size: record.size },
  };
};
