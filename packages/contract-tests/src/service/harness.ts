/**
 * A running service with an empty store and the default settings, and two things that its clients have: a mailbox and a
 * key-management system.
 */
export type ServiceHarness = Readonly<{
  /** Ends in `/api/v1`. */
  baseUrl: string;
  /** The first owner's API token, without scopes. */
  ownerToken: string;
  /** Text of the newest mail to an address; waits for the first one. */
  mailTo(address: string): Promise<string>;
  /** Unwraps a data key, as the caller's key management does. */
  unwrap(wrappedDek: string, kmsKeyId: string): Promise<Uint8Array>;
  /** True if addresses of objects lead to a server of its own, whose answers are not those of the service. */
  objectsElsewhere?: boolean;
  end(): Promise<void>;
}>;
