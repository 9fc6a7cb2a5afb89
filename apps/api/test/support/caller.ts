/** A JSON answer as a client sees it. */
export type Reply = Readonly<{ status: number; headers: Headers; body: Body; text: string }>;

/** Untyped on purpose: tests check the actual content. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what is being tested
type Body = any;

/** A caller of the service over HTTP, with or without a credential. */
export class Caller {
  readonly #base: string;
  readonly #token: string | undefined;

  constructor(base: string, token: string | undefined) {
    this.#base = base;
    this.#token = token;
  }

  /** The same address with another credential. */
  as(token: string | undefined): Caller {
    return new Caller(this.#base, token);
  }

  get(path: string): Promise<Reply> {
    return this.ask('GET', path);
  }

  post(path: string, body?: object, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
    return this.ask('POST', path, body, headers);
  }

  patch(path: string, body: object): Promise<Reply> {
    return this.ask('PATCH', path, body);
  }

  put(path: string, body: object): Promise<Reply> {
    return this.ask('PUT', path, body);
  }

  delete(path: string): Promise<Reply> {
    return this.ask('DELETE', path);
  }

  /** Headers of every request of this caller. */
  headers(body?: unknown): Readonly<Record<string, string>> {
    return {
      ...(this.#token === undefined ? {} : { Authorization: `Bearer ${this.#token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
  }

  async ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    const response = await fetch(this.#base + path, {
      method,
      headers: { ...this.headers(body), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text.startsWith('{"') && !text.includes('\n') ? JSON.parse(text) : undefined,
    };
  }
}
