import { randomBytes } from 'node:crypto';
import { bearerSecret } from '@strongroom/domain';
import { type CostRow, type MeasuredRequest, repeatRequest } from '@strongroom/test-servers/request-costs';
import { bodyLimitsOf } from '../../src/http/body/body-limits.ts';
import type { Caller } from '../support/caller.ts';
import { SHAPES } from '../support/costly-bodies.ts';
import type { Cast } from './cast.ts';
import { nothingFor, OPERATIONS, paramsOf, requestOf } from './operations.ts';
import { ROWS, requestFor } from './routes/all.ts';
import type { Row as RouteRow } from './routes/row.ts';

/** Requests of a row. */
export const COUNT = 16;

/** Requests that cost what a served one costs: for operations that cannot be accepted again and again. */
const READ = 'GET /me';
const WRITE = 'PATCH /rooms/:id';

/** A sign-in is accepted only with a password, which the table of routes does not have. */
export const SIGN_IN = 'POST /sessions';

/** Accepted once only, or ending what other rows need. */
const ONCE: ReadonlySet<string> = new Set([
  'POST /rooms/:id/archive',
  'POST /rooms/:id/unarchive',
  'POST /rooms/:id/members',
  'POST /rooms/:id/members/bulk',
  'POST /rooms/:id/invitations',
  'POST /users/invite',
  'POST /org-units',
  'POST /rooms/:room_id/files/:file_id/confirm',
  'POST /rooms/:room_id/files/bulk-confirm',
  'POST /rooms/:room_id/files/bulk-delete',
  'POST /users/:id/deactivate',
  'POST /users/:id/erase',
  'POST /users/:id/reactivate',
  'POST /users/:id/activation-link',
  'POST /org-units/:id/members',
  'PATCH /users/:id/role',
  'POST /files/:file_id/restore',
]);

const isServed = (outcome: string | undefined): boolean => outcome !== undefined && /^2\d\d$/.test(outcome);

/** The requests of one operation, as its row of the table of routes has them. */
export class Requests {
  readonly operation: string;
  readonly #row: RouteRow;
  readonly #cast: Cast;

  constructor(operation: string, cast: Cast) {
    this.operation = operation;
    this.#row = ROWS[operation] ?? {};
    this.#cast = cast;
  }

  /** The operation whose accepted requests its refused ones are compared with. */
  get measure(): string {
    if (this.#isRepeatable || this.operation === SIGN_IN) return this.operation;
    return this.isRead ? READ : WRITE;
  }

  get isRead(): boolean {
    return this.operation.startsWith('GET ');
  }

  get #isRepeatable(): boolean {
    const { rights, open } = this.#row;
    return !this.operation.startsWith('DELETE ') && !ONCE.has(this.operation) && isServed(open ?? rights?.allowed[1]);
  }

  /** Accepted requests; none where it is measured by another operation. */
  accepted(): readonly CostRow[] {
    const outcome = this.#row.open ?? this.#row.rights?.allowed[1];
    if (!this.#isRepeatable) return [];
    return [
      {
        operation: this.operation,
        status: Number(outcome),
        requests: repeatRequest(COUNT, () => this.sent(this.#allowed)),
      },
    ];
  }

  /** Its refusals, each with a name and a request. */
  refused(): readonly (readonly [refusal: string, make: () => MeasuredRequest])[] {
    const { open, rights } = this.#row;
    const refused = rights?.refused;
    const kinds: [string, () => MeasuredRequest][] = [];
    if (open === undefined) {
      kinds.push(['no credential', () => this.sent()]);
      kinds.push(['an unknown token', () => bearer(this.sent(), bearerSecret('apiToken', randomBytes(32)))]);
      kinds.push(['a token of another form', () => bearer(this.sent(), 'x'.repeat(4000))]);
    }
    if (open !== undefined && !isServed(open)) kinds.push([open, () => this.sent()]);
    if (refused !== undefined) kinds.push([refused[1], () => this.sent(this.#cast.people[refused[0]].caller)]);
    const names = paramsOf(this.operation);
    if (names.length > 0) {
      const unknown = () => Object.fromEntries(names.map((name) => [name, nothingFor(this.operation, name)]));
      kinds.push(['what is not there', () => this.sent(this.#allowed, unknown())]);
      kinds.push(['no id', () => this.sent(this.#allowed, Object.fromEntries(names.map((name) => [name, 'no-id'])))]);
    }
    kinds.push([
      'an unknown parameter',
      () => ({ ...this.sent(this.#allowed), path: `${this.sent().path}?nothing=1` }),
    ]);
    kinds.push(['another method', () => ({ ...this.sent(), method: 'PUT' })]);
    kinds.push([
      'another path',
      () => ({ ...this.sent(this.#allowed), path: `${this.sent().path.split('?')[0]}/no/such/path` }),
    ]);
    if (this.sent().body !== undefined) kinds.push(...this.#bodies());
    return kinds;
  }

  #bodies(): [refusal: string, make: () => MeasuredRequest][] {
    const kinds: [string, () => MeasuredRequest][] = [];
    const route = OPERATIONS.get(this.operation);
    if (route === undefined) throw new TypeError(`there is no ${this.operation}`);
    const long = 'x'.repeat(bodyLimitsOf(route).bytes + 1);
    // The longest body of a bulk operation is measured against the longest that is accepted.
    if (this.#row.open === undefined && route.answer.kind !== 'bulk')
      kinds.push(['no credential, and a body that is too long', () => ({ ...this.sent(), body: long })]);
    kinds.push(['another media type', () => typed(this.sent(this.#allowed), 'text/plain')]);
    for (const [shape, make] of Object.entries(SHAPES))
      kinds.push([
        shape,
        () => ({ ...this.sent(this.#allowed), body: make(this.#allowed === undefined ? 1000 : 4000) }),
      ]);
    return kinds;
  }

  get #allowed(): Caller | undefined {
    const { rights, session } = this.#row;
    if (rights !== undefined) return this.#cast.people[rights.allowed[0]].caller;
    return session === undefined ? undefined : this.#cast.people.viewer.session;
  }

  sent(caller?: Caller, others?: Readonly<Record<string, string>>): MeasuredRequest {
    const { params = {}, query = '', body } = requestFor(this.operation, this.#cast);
    const [method, path] = requestOf(this.operation, others ?? params);
    const { 'Content-Type': _type, ...headers } = caller?.headers() ?? {};
    return { method, path: `/api/v1${path}${query}`, headers, ...(body && { body: JSON.stringify(body) }) };
  }
}

const typed = (sent: MeasuredRequest, type: string): MeasuredRequest => ({
  ...sent,
  headers: { ...sent.headers, 'content-type': type },
});

const bearer = (sent: MeasuredRequest, token: string): MeasuredRequest => ({
  ...sent,
  headers: { ...sent.headers, authorization: `Bearer ${token}` },
});
