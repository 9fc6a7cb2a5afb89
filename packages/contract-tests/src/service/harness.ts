/**
 * What the suite of the service needs: a running service with an empty store and the default settings, and what a client
 * of the specification has beside it, a mailbox and a key-management system of its own.
 */
export type ServiceHarness = Readonly<{
  /** Ends in `/api/v1`. */
  baseUrl: string;
  /** The first owner's API token, without scopes. */
  ownerToken: string;
  /** The text of the newest mail to an address, once there is one. */
  mailTo(address: string): Promise<string>;
  /** The data key behind a wrapped one: the caller's own key management. */
  unwrap(wrappedDek: string, kmsKeyId: string): Promise<Uint8Array>;
  end(): Promise<void>;
}>;
