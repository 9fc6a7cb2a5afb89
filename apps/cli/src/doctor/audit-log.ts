import type { LogSeen } from '../command/embedded.ts';
import { counted } from '../print/counted.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const SHOWN = 3;
const PAGE = 'docs/how-to/prove-the-audit-log.md says what to do';
const REPAIR = 'rebuild them from the entries: strongroom audit repair';

/** Checks that a service could sign the audit log, and that its tree is whole. */
export function checkLog(seen: LogSeen): readonly Finding[] {
  if (seen.state === 'none') return [];
  if (seen.state === 'unreadable')
    return [warn('audit log', `it could not be looked at: ${seen.reason}`, 'ask again, or start the service once')];
  return [keyFinding(seen), continuityFinding(seen), ...keeperFindings(seen), treeFinding(seen)];
}

type Seen = Extract<LogSeen, { state: 'seen' }>;

const keyFinding = ({ origin, keyFault }: Seen): Finding =>
  keyFault === undefined ? ok('audit key', `signs ${origin}`) : fail('audit key', keyFault, PAGE);

function continuityFinding({ size, compared, fault }: Seen): Finding {
  if (fault !== undefined)
    return fail(
      'audit log',
      fault.reason,
      fault.code === 'edge_is_damaged' ? 'as the user of the service: strongroom audit repair' : PAGE,
    );
  const events = size === undefined ? 'its events' : counted(size, 'event');
  return ok(
    'audit log',
    compared.length === 0 ? `${events}, none signed yet` : `${events}, continues the checkpoint ${compared.join(', ')}`,
  );
}

const keeperFindings = ({ silent }: Seen): readonly Finding[] =>
  silent.map((name) => warn('audit keeper', `${name} cannot be read`, 'mount it, or change STRONGROOM_AUDIT_KEEPERS'));

function treeFinding({ tiles: { compared, all, damaged } }: Seen): Finding {
  const sample = compared < all ? `${compared} of ${counted(all, 'tile')}` : counted(all, 'tile');
  if (damaged.length === 0) return ok('audit tree', `${sample} compared with the entries`);
  const named = `${damaged.slice(0, SHOWN).join(', ')}${damaged.length > SHOWN ? ', …' : ''}`;
  return fail('audit tree', `${counted(damaged.length, 'damaged tile')}: ${named}`, REPAIR);
}
