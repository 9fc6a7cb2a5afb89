/** The operator has set the service to read-only, for a backup or a move. Cause of the Unavailable of a write. */
export class SetToReadOnly extends Error {
  override readonly name = 'SetToReadOnly';

  constructor() {
    super('the operator has set the service to read-only');
  }
}
