/** Reasons that stop all signatures and writes of a store. `GET /readyz` shows the code. */
export type LogFaultCode =
  | 'store_is_restored'
  | 'key_missing'
  | 'key_unusable'
  | 'key_is_another'
  | 'log_is_another'
  | 'log_is_shorter'
  | 'log_differs'
  | 'edge_is_damaged'
  | 'witness_refuses';

/**
 * The audit log of a store cannot be continued: its key is not there, or the log does not continue a checkpoint that was signed
 * or witnessed, because the database was restored from a backup, changed or damaged. Nothing may be signed or written until
 * the operator acts. The message is for operators.
 */
export class LogFault extends Error {
  override readonly name = 'LogFault';
  readonly code: LogFaultCode;

  constructor(code: LogFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** A log whose beginning has another root than a checkpoint. Its entries tell whether only tiles are damaged. */
export class LogDiffers extends LogFault {
  readonly checkpoint: Readonly<{ size: number; root: Uint8Array }>;

  constructor(message: string, checkpoint: LogDiffers['checkpoint']) {
    super('log_differs', message);
    this.checkpoint = checkpoint;
  }
}

const OF_THE_KEY: readonly LogFaultCode[] = ['key_missing', 'key_unusable', 'key_is_another'];

/** Whether only the key is missing or wrong, which is a matter of the settings of this machine. */
export const isOfKey = ({ code }: LogFault): boolean => OF_THE_KEY.includes(code);

/**
 * Whether the settings of this process may be the cause, so that others write: another key, or the last checkpoint of another
 * service. Every other fault is of the store, and each process has it.
 */
export const isOfSettings = (fault: LogFault): boolean => isOfKey(fault) || fault.code === 'log_is_another';
