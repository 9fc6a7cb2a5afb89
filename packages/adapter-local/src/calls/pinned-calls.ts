import type { LookupAddress } from 'node:dns';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { type BlockList, isIP, type Socket } from 'node:net';
import { type CallAnswer, CallFailed, type CallFault, type OutgoingCall, type OutgoingCalls } from '@strongroom/ports';
import { isReserved, networksOf } from './reserved.ts';
import { tunnel } from './tunnel.ts';

export type PinnedCallsOptions = Readonly<{
  /** Networks that calls may go to although they are reserved: `10.1.0.0/16`, `fd00::/8`. */
  networks?: readonly string[];
  /** A proxy that makes the connections: `http://host:port`. */
  proxy?: string | undefined;
  deadlineMs?: number;
  /** The addresses of a name; by default those of the operating system. */
  resolve?: (name: string) => Promise<readonly LookupAddress[]>;
}>;

const DEADLINE_MS = 5000;
const MAX_ANSWER_BYTES = 1024;

/** Calls receivers at the address that was checked. */
export class PinnedCalls implements OutgoingCalls {
  readonly #networks: BlockList;
  readonly #proxy: string | undefined;
  readonly #deadlineMs: number;
  readonly #resolve: NonNullable<PinnedCallsOptions['resolve']>;

  /** Throws TypeError for something that is not a network. */
  constructor({ networks = [], proxy, deadlineMs = DEADLINE_MS, resolve = systemAddresses }: PinnedCallsOptions = {}) {
    this.#proxy = proxy;
    this.#networks = networksOf(networks);
    this.#deadlineMs = deadlineMs;
    this.#resolve = resolve;
  }

  async post(call: OutgoingCall): Promise<CallAnswer> {
    const deadline = AbortSignal.timeout(this.#deadlineMs);
    const late = new Promise<never>((_resolve, reject) => {
      deadline.addEventListener('abort', () => reject(new CallFailed('too_late')), { once: true });
    });
    return Promise.race([this.#post(call, deadline), late]);
  }

  async #post({ url: text, headers, body }: OutgoingCall, deadline: AbortSignal): Promise<CallAnswer> {
    const url = URL.parse(text);
    if (url === null || url.username !== '' || url.password !== '') throw new CallFailed('address_refused');
    const { address, family } = await this.#checked(url);
    const options: RequestOptions = {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      // The request asks this instead of the resolver, also for the second address of a name.
      lookup: (_name, { all }, found) => {
        if (all === true) found(null, [{ address, family }]);
        else found(null, address, family);
      },
      signal: deadline,
      ...(this.#proxy !== undefined && (await throughProxy(this.#proxy, url, { address, family }, deadline))),
    };
    // Loaded here: TLS would slow every start. An import by name would load Node's `fetch` too, 16 MB.
    const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
    const answer = await answerTo(request(url, options), body, deadline);
    return { ...answer, isInNamedNetwork: this.#isNamed({ address, family }) };
  }

  /** An address that the call may go to. */
  async #checked({ protocol, hostname }: URL): Promise<LookupAddress> {
    const literal = hostname.replace(/^\[(.*)\]$/u, '$1');
    const family = isIP(literal);
    const found =
      family === 0 ? await this.#resolve(hostname).catch(failed('unreachable')) : [{ address: literal, family }];
    const allowed = found.find((one) => this.#isAllowed(protocol, one));
    if (allowed === undefined) throw new CallFailed(found.length === 0 ? 'unreachable' : 'address_refused');
    return allowed;
  }

  #isAllowed(protocol: string, to: LookupAddress): boolean {
    return this.#isNamed(to)
      ? protocol === 'https:' || protocol === 'http:'
      : protocol === 'https:' && !isReserved(to.address, to.family);
  }

  /** Whether an address lies in a network that the operator allows. */
  #isNamed({ address, family }: LookupAddress): boolean {
    return this.#networks.check(address, family === 6 ? 'ipv6' : 'ipv4');
  }
}

/** Makes the call over a connection that the proxy makes to the checked address. */
async function throughProxy(
  proxy: string,
  { protocol, hostname, port }: URL,
  to: LookupAddress,
  deadline: AbortSignal,
): Promise<RequestOptions> {
  const isEncrypted = protocol === 'https:';
  const socket: Socket = await tunnel({ proxy, to, port: Number(port) || (isEncrypted ? 443 : 80), deadline });
  if (!isEncrypted) return { createConnection: () => socket };
  const { connect } = process.getBuiltinModule('node:tls');
  const host = hostname.replace(/^\[(.*)\]$/u, '$1');
  return { createConnection: () => connect({ socket, host, servername: isIP(host) === 0 ? host : '' }) };
}

async function systemAddresses(name: string): Promise<readonly LookupAddress[]> {
  const { lookup } = await import('node:dns/promises');
  return lookup(name, { all: true });
}

const failed =
  (fault: CallFault) =>
  (cause: unknown): never => {
    throw new CallFailed(fault, { cause });
  };

function answerTo(request: ClientRequest, body: string, deadline: AbortSignal): Promise<CallAnswer> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown): void =>
      reject(new CallFailed(deadline.aborted ? 'too_late' : 'unreachable', { cause }));
    request.on('error', fail);
    request.on('response', (response) => {
      void boundedText(response)
        .then((text) => resolve({ status: response.statusCode ?? 0, body: text }), fail)
        .finally(() => request.destroy());
    });
    request.end(body);
  });
}

async function boundedText(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    pieces.push(piece);
    size += piece.length;
    if (size >= MAX_ANSWER_BYTES) break;
  }
  return Buffer.concat(pieces).subarray(0, MAX_ANSWER_BYTES).toString('utf8');
}
