/** A backup cannot be made, or not be used. The sentence is for the operator. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
