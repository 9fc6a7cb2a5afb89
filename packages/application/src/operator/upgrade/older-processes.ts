import type { Instant } from '@strongroom/domain';
import { DoesNotFitYet } from '../../kernel/settings-unfit.ts';
import type { ServingProcess } from '../../store/processes.ts';
import type { SchemaNumbers } from '../../store/schemas.ts';
import { mayServe } from './process-entry.ts';

/** Processes of an older version serve the store, or ended without notice so shortly ago that they may still do so. */
export class OlderProcesses extends DoesNotFitYet {
  constructor(older: readonly ServingProcess[], now: Instant) {
    const versions = [...new Set(older.map(({ version }) => version))].join(', ');
    const seconds = Math.ceil(Math.max(...older.map(({ until }) => until - now)) / 1000);
    super(
      `${older.length === 1 ? 'A process' : `${older.length} processes`} of an older version (${versions}) may still serve this store. Stop every one, and try again. A process that was killed counts for ${seconds} more seconds.`,
    );
  }
}

const isOlder = ({ schemas }: ServingProcess, known: SchemaNumbers): boolean =>
  Object.entries(known).some(([name, schema]) => schema > (schemas[name] ?? 0));

/** Throws OlderProcesses. */
export function refuseOlderProcesses(serving: readonly ServingProcess[], known: SchemaNumbers, now: Instant): void {
  const older = serving.filter((process) => mayServe(process, now) && isOlder(process, known));
  if (older.length > 0) throw new OlderProcesses(older, now);
}
