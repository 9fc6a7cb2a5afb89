/** A backup cannot be made or used. The message is for the operator. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
