import type { Wait } from '@strongroom/client';
import type { PrintOptions, Terminal } from '@strongroom/command-line';
import type { TransferLog } from '../../transfer/transfer-log.ts';

/** One run of `fetch`. Without the log, only resuming is impossible, which is not a reason to refuse. */
export type FetchRun = Readonly<{
  terminal: Terminal;
  link: string;
  to: string | undefined;
  overwrite: boolean;
  how: PrintOptions;
  log: TransferLog | undefined;
  onWait: (wait: Wait) => void;
}>;
