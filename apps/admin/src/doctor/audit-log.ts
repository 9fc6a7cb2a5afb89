import { formatCount } from '@strongroom/command-line';
import { type Finding, fail, ok, warn } from '@strongroom/settings';
import type { LogSeen } from '../service/stores.ts';

const SHOWN = 3;
const PAGE = 'docs/how-to/prove-the-audit-log.md says what to do';
const REPAIR = 'rebuild them from the entries: strongroom-admin audit repair';
const REINDEX = 'rebuild it from the events: strongroom-admin audit repair';

/** Checks that a service could sign the audit log, and that its tree is whole. */
export function checkLog(seen: LogSeen): readonly Finding[] {
  if (seen.state === 'none') return [];
  if (seen.state === 'unreadable')
    return [warn('audit log', `it could not be looked at: ${seen.reason}`, 'ask again, or start the service once')];
  return [keyFinding(seen), continuityFinding(seen), ...keeperFindings(seen), treeFinding(seen), indexFinding(seen)];
}

const WAYS_OUT: Readonly<Record<string, string>> = {
  edge_is_damaged: 'as the user of the service: strongroom-admin audit repair',
  store_is_restored:
    'as the user of the service: strongroom-admin audit restart, or strongroom-admin audit continue if no later log exists',
};

type LogInspection = Extract<LogSeen, { state: 'seen' }>;

function keyFinding({ origin, isKeyNamed, keyFault, lacks }: LogInspection): Finding {
  if (lacks !== undefined && keyFault === undefined)
    return warn(
      'audit key',
      `the log is signed with ${lacks}, which the file here lacks`,
      'copy the file of the audit key from the machine where it was changed',
    );
  if (keyFault === undefined) return ok('audit key', `signs ${origin}`);
  return isKeyNamed
    ? fail('audit key', keyFault, PAGE)
    : warn('audit key', 'STRONGROOM_AUDIT_KEY names no file here', 'set it as for the service, to have it checked');
}

function continuityFinding({ size, compared, fault }: LogInspection): Finding {
  if (fault !== undefined) return fail('audit log', fault.reason, WAYS_OUT[fault.code] ?? PAGE);
  const events = size === undefined ? 'its events' : formatCount(size, 'event');
  return ok(
    'audit log',
    compared.length === 0 ? `${events}, none signed yet` : `${events}, continues the checkpoint ${compared.join(', ')}`,
  );
}

const keeperFindings = ({ silent, unsigned }: LogInspection): readonly Finding[] => [
  ...silent.map((name) =>
    warn(
      'audit keeper',
      `${name} cannot be read`,
      /^(s3|gs):/.test(name)
        ? 'look at the server of the bucket and at the credentials of this user, or change STRONGROOM_AUDIT_KEEPERS'
        : 'mount it, or change STRONGROOM_AUDIT_KEEPERS',
    ),
  ),
  ...unsigned.map((where) =>
    warn(
      'audit keeper',
      `a checkpoint that no key of this log signed lies ${where.startsWith('beside') ? where : `at ${where}`}`,
      'find out who put it there; it counts for nothing',
    ),
  ),
];

function treeFinding({ tiles: { compared, all, damaged } }: LogInspection): Finding {
  const sample = compared < all ? `${compared} of ${formatCount(all, 'tile')}` : formatCount(all, 'tile');
  if (damaged.length === 0) return ok('audit tree', `${sample} compared with the entries`);
  const named = `${damaged.slice(0, SHOWN).join(', ')}${damaged.length > SHOWN ? ', …' : ''}`;
  return fail('audit tree', `${formatCount(damaged.length, 'damaged tile')}: ${named}`, REPAIR);
}

/** Lists of a small log are made from its events, without a stored index. */
function indexFinding({ index: { blocks, compared, faults } }: LogInspection): Finding {
  const sample = compared < blocks ? `${compared} of ${formatCount(blocks, 'block')}` : formatCount(blocks, 'block');
  const [first] = faults;
  if (first === undefined)
    return ok('audit index', blocks === 0 ? 'none stored yet' : `${sample} compared with the events`);
  const of = `${first.of.slice(0, SHOWN).join('; ')}${first.of.length > SHOWN ? '; …' : ''}`;
  const more = faults.length > 1 ? `, and ${formatCount(faults.length - 1, 'more block')}` : '';
  return fail('audit index', `lists of events ${first.first} to ${first.last} are wrong: ${of}${more}`, REINDEX);
}
