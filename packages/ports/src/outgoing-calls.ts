/** A POST to a receiver that a user has named. Header names are lowercase. */
export type OutgoingCall = Readonly<{ url: string; headers: Readonly<Record<string, string>>; body: string }>;

export type CallAnswer = Readonly<{
  status: number;
  /** The first 1024 bytes, as UTF-8. */
  body: string;
  /** Whether it came from a network that the operator named. */
  isInNamedNetwork?: boolean;
}>;

/** `address_refused`: the receiver is at an address that calls may not go to. `too_late`: no whole answer before the deadline. */
export type CallFault = 'address_refused' | 'unreachable' | 'too_late';

/** A call without an answer. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly fault: CallFault;

  constructor(fault: CallFault, options: ErrorOptions = {}) {
    super(`a call failed: ${fault}`, options);
    this.fault = fault;
  }
}

/**
 * Calls addresses that users name, which may point anywhere.
 *
 * - [OC-01] `post` sends method, path, headers and body as given, and resolves with the status of the answer, whatever it is.
 * - [OC-02] A redirection is an answer like any other: nothing is sent to the address that it names.
 * - [OC-03] Nothing is sent to a loopback, private, link-local, multicast or otherwise reserved address, by number or by name, in IPv4, IPv6 or IPv4 in IPv6, unless it is in a network that the operator named. `post` rejects with CallFailed `address_refused`.
 * - [OC-04] A name is resolved once for a call, and the connection goes to an address that was checked: another answer of the resolver changes nothing.
 * - [OC-05] `post` rejects with CallFailed `too_late` when the whole answer does not come before the deadline, however slowly it comes.
 * - [OC-06] At most 1024 bytes of the answer are read; then the connection ends.
 * - [OC-07] An address that is not https is refused, unless its receiver is in a network that the operator named; so is one with user name or password.
 * - [OC-08] `post` rejects with CallFailed `unreachable` when there is no receiver, when the name does not resolve, and when an answer is interrupted.
 * - [OC-09] The answer tells whether its receiver is in a network that the operator named.
 */
export interface OutgoingCalls {
  post(call: OutgoingCall): Promise<CallAnswer>;
}
