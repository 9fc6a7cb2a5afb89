import { hash, timingSafeEqual } from 'node:crypto';
import { DomainError, KeyRefusal, MINUTE } from '@strongroom/domain';
import type { Clock, RateLimiter, Secrets } from '@strongroom/ports';
import type { ReleaseRecord } from '../record/release-record.ts';
import type { Identity } from './person-proofs.ts';
import type { DeviceSignInRequest, SignInRequest } from './wish.ts';

/** The identity provider. Every failure is a DomainError with a sentence. */
export type SignInProvider = Readonly<{
  begin: (request: Request) => Promise<string>;
  finish: (
    callback: URL,
    request: Request,
  ) => Promise<Readonly<{ iss: string; subject: string; authTime?: number; acr?: string; amr?: readonly string[] }>>;
}>;

type Request = Readonly<{ redirectUri: string; state: string; nonce: string; verifier: string; acrValues?: string }>;

/** A sign-in in progress, sealed in a cookie of the browser. */
type Flow = (SignInRequest | DeviceSignInRequest) &
  Readonly<{ state: string; nonce: string; verifier: string; until: number }>;

/** A proven person, sealed in the address that the browser of a client is sent back to. A client redeems it once. */
type Code = Identity & Readonly<{ id: string; client: string; challenge: string; until: number }>;

/** The destination of the code of a proven person. */
type Finished = Readonly<{ back: string } | { deviceSignIn: string; code: string }>;

type Deps = Readonly<{
  provider: SignInProvider;
  secrets: Pick<Secrets, 'random' | 'seal' | 'unseal'>;
  limiter: RateLimiter;
  clock: Pick<Clock, 'now'>;
  record: Pick<ReleaseRecord, 'signInRefusal'>;
  /** Address of this key service. */
  url: string;
}>;

/** Purposes of sealed texts. */
const FLOW = 'key-sign-in-flow';
const CODE = 'key-sign-in-code';
const FLOW_LIFE = 10 * MINUTE;
const CODE_LIFE = MINUTE;
const FLOW_ONCE = { limit: 1, milliseconds: 2 * FLOW_LIFE };
const ONCE = { limit: 1, milliseconds: 2 * MINUTE };

/** Signs people in by the identity provider, whose tokens are looked at here and nowhere else. */
export class SignIn {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The address at the provider, and the sealed flow for the cookie of this browser. Throws KeyRefusal. */
  async begin(wish: SignInRequest | DeviceSignInRequest): Promise<Readonly<{ address: string; flow: string }>> {
    const { secrets, clock, provider } = this.#deps;
    const drawn = (): string => Buffer.from(secrets.random(32)).toString('base64url');
    const until = clock.now() + FLOW_LIFE;
    const flow: Flow = { ...wish, state: drawn(), nonce: drawn(), verifier: drawn(), until };
    const address = await explained(() => provider.begin({ ...flow, redirectUri: this.#redirectUri }));
    return { address, flow: secrets.seal(FLOW, JSON.stringify(flow)) };
  }

  /**
   * The address of the client, or the sign-in by device code that waits, with a code that works once and for a minute. A flow
   * can be finished once, because each time asks the provider. Throws KeyRefusal.
   */
  async finish(query: string, sealed: string | undefined): Promise<Finished> {
    const { secrets, clock, provider, record, limiter } = this.#deps;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sealed by this key service
    const flow = this.#unsealed(FLOW, sealed) as Flow | undefined;
    if (flow === undefined)
      throw new KeyRefusal('PERSON_INVALID', 'flow-unknown', {
        message: 'This sign-in was not begun in this browser within the last ten minutes. Begin again.',
      });
    const { allowed } = await limiter.take(`sign-in-flow:${hash('sha256', flow.state)}`, FLOW_ONCE, clock.now());
    if (!allowed)
      throw new KeyRefusal('PERSON_INVALID', 'flow-repeated', {
        message: 'This sign-in was finished or refused already. Begin again.',
      });
    try {
      const callback = new URL(`${this.#redirectUri}?${query}`);
      const found = await explained(() => provider.finish(callback, { ...flow, redirectUri: this.#redirectUri }));
      const code: Code = {
        id: Buffer.from(secrets.random(16)).toString('base64url'),
        person: { iss: found.iss, id: found.subject },
        authTime: found.authTime ?? null,
        acr: found.acr ?? null,
        amr: found.amr ?? [],
        client: flow.client,
        challenge: flow.challenge,
        until: clock.now() + CODE_LIFE,
      };
      const text = secrets.seal(CODE, JSON.stringify(code));
      return 'deviceSignIn' in flow ? { deviceSignIn: flow.deviceSignIn, code: text } : { back: withCode(flow, text) };
    } catch (error) {
      if (error instanceof KeyRefusal) await record.signInRefusal(flow.client, error);
      throw error;
    }
  }

  /** Redeems a code: with the secret of its challenge and for the key it was made for. A refused use does not spend it. Throws KeyRefusal. */
  async redeem(sealed: string, verifier: string, client: string): Promise<Identity> {
    const { limiter, clock } = this.#deps;
    const refused = (rule: string): KeyRefusal =>
      new KeyRefusal('PERSON_INVALID', rule, {
        message: 'The code of the sign-in has ended, was used, or is for another client. Sign in again.',
      });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sealed by this key service
    const code = this.#unsealed(CODE, sealed) as Code | undefined;
    if (code === undefined) throw refused('code-unknown');
    if (code.client !== client) throw refused('code-client');
    if (!isSame(hash('sha256', verifier, 'base64url'), code.challenge)) throw refused('code-verifier');
    const { allowed } = await limiter.take(`sign-in-code:${code.id}`, ONCE, clock.now());
    if (!allowed) throw refused('code-repeated');
    const { person, authTime, acr, amr } = code;
    return { person, authTime, acr, amr };
  }

  get #redirectUri(): string {
    return `${this.#deps.url}/v1/callback`;
  }

  #unsealed(purpose: string, sealed: string | undefined): Readonly<{ until: number }> | undefined {
    const text = sealed === undefined ? undefined : this.#deps.secrets.unseal(purpose, sealed);
    if (text === undefined) return undefined;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sealed by this key service
    const read = JSON.parse(text) as Readonly<{ until: number }>;
    return this.#deps.clock.now() < read.until ? read : undefined;
  }
}

/** A page gets the code in the fragment, which no server sees; a program of this machine only gets the query. */
function withCode({ back, isPage }: Pick<SignInRequest, 'back' | 'isPage'>, code: string): string {
  const address = new URL(back);
  if (isPage) address.hash = new URLSearchParams({ code }).toString();
  else address.searchParams.set('code', code);
  return address.href;
}

/** Sentences of the provider become refusals of the key service. */
async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { message } = error;
    throw error.code === 'SERVICE_UNAVAILABLE'
      ? new KeyRefusal('KEY_SERVICE_NOT_READY', 'provider-down', { message })
      : new KeyRefusal('PERSON_INVALID', 'provider-token', { message });
  }
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
