/**
 * The audit log of the store does not continue a checkpoint that was signed or witnessed: the database was restored from a
 * backup, or changed. Nothing may be signed or written until the operator acts. The message is for operators.
 */
export class LogFork extends Error {
  override readonly name = 'LogFork';
}
