import type { BearerSecret, Branded, Email, RequestId, UserId } from '@strongroom/domain';
import type { Application } from '../../src/index.ts';
import type { Idempotency, ResourceLocator, SignedIn } from '../../src/kernel/context.ts';

/** The same shape with bare strings and numbers, as in a request before it is parsed. */
export type Bare<T> =
  T extends Branded<string, string>
    ? string
    : T extends Branded<number, string>
      ? number
      : T extends string | number | boolean | null | undefined
        ? T
        : T extends readonly (infer Item)[]
          ? readonly Bare<Item>[]
          : { readonly [Key in keyof T]: Bare<T[Key]> };

type Operation<I, T> = (ctx: SignedIn, input: I) => Promise<T>;

/** A caller with a credential. Calls make the two rounds of every request. */
export class Person {
  readonly id: UserId;
  readonly email: Email;
  /** The bearer secret of their requests. */
  readonly secret: BearerSecret;
  readonly #app: Pick<Application, 'sessions'>;
  readonly #idempotency: Idempotency | undefined;

  constructor(
    app: Pick<Application, 'sessions'>,
    of: Readonly<{ id: UserId; email: Email; secret: BearerSecret }>,
    idempotency?: Idempotency,
  ) {
    this.#app = app;
    this.#idempotency = idempotency;
    this.id = of.id;
    this.email = of.email;
    this.secret = of.secret;
  }

  /** Round one. */
  enter(locator?: ResourceLocator): Promise<SignedIn> {
    return this.#app.sessions.identify(this.secret, locator, aRequest());
  }

  /** One whole request. */
  ask<T>(operation: (ctx: SignedIn) => Promise<T>): Promise<T>;
  ask<I extends object, T>(operation: Operation<I, T>, input: Bare<I>): Promise<T>;
  async ask<I extends object, T>(operation: Operation<I, T>, input?: Bare<I>): Promise<T> {
    const ctx = await this.enter(input === undefined ? undefined : locatorOf(input as object));
    return operation(this.#idempotency ? { ...ctx, idempotency: this.#idempotency } : ctx, input as I);
  }

  /** The same user with another credential. */
  with(secret: BearerSecret): Person {
    return new Person(this.#app, { id: this.id, email: this.email, secret });
  }

  /** The same user as a caller of another process. */
  at(app: Pick<Application, 'sessions'>): Person {
    return new Person(app, this, this.#idempotency);
  }

  /** The same user with an Idempotency-Key on every request. */
  keyed(idempotency: Idempotency): Person {
    return new Person(this.#app, this, idempotency);
  }
}

export const aRequest = () => ({ id: crypto.randomUUID() as RequestId, ip: '192.0.2.7' });

const LOCATED = [
  ['fileId', 'file'],
  ['shareId', 'share'],
  ['tokenId', 'token'],
  ['webhookId', 'webhook'],
  ['unitId', 'org-unit'],
  ['requestId', 'upload-request'],
] as const satisfies readonly (readonly [string, ResourceLocator['kind']])[];

/** The entity in the path that round one looks up to find its room or unit, as the routes declare it. */
function locatorOf(input: object): ResourceLocator | undefined {
  const item: unknown = Reflect.get(input, 'itemId');
  if (typeof item === 'string') return { kind: 'inbox-item', id: item };
  if ('roomId' in input) return undefined;
  for (const [name, kind] of LOCATED) {
    const id: unknown = Reflect.get(input, name);
    if (typeof id === 'string') return { kind, id };
  }
  return undefined;
}
