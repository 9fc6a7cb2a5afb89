import { Answer } from './answer.ts';
import type { ServiceCoverage } from './seen.ts';

type Headers = Readonly<Record<string, string>>;

/** An HTTP client of the service, with or without a credential. */
export class Caller {
  readonly #base: string;
  readonly #token: string | undefined;
  readonly #seen: ServiceCoverage;

  constructor(base: string, token: string | undefined, seen: ServiceCoverage) {
    this.#base = base;
    this.#token = token;
    this.#seen = seen;
  }

  /** The same service with another credential. */
  as(token: string | undefined): Caller {
    return new Caller(this.#base, token, this.#seen);
  }

  get(path: string): Promise<Answer> {
    return this.ask('GET', path);
  }

  post(path: string, body?: object, headers: Headers = {}): Promise<Answer> {
    return this.ask('POST', path, body, headers);
  }

  patch(path: string, body: object): Promise<Answer> {
    return this.ask('PATCH', path, body);
  }

  put(path: string, body: object): Promise<Answer> {
    return this.ask('PUT', path, body);
  }

  delete(path: string): Promise<Answer> {
    return this.ask('DELETE', path);
  }

  /** Requests a path outside the prefix, on the same host. */
  outside(path: string): Promise<Answer> {
    return new Caller(new URL(this.#base).origin, this.#token, this.#seen).get(path);
  }

  /** Sends a string body unchanged and an object as JSON. */
  async ask(method: string, path: string, body?: object | string, headers: Headers = {}): Promise<Answer> {
    const response = await fetch(this.#base + path, {
      method,
      headers: {
        ...(this.#token === undefined ? {} : { Authorization: `Bearer ${this.#token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const answer = new Answer(response, await response.text());
    this.#seen.note(method, path, answer.status, answer.code);
    return answer;
  }

  /** Requests an absolute address, such as a signed one of an object. */
  async object(method: string, url: string, body?: Uint8Array | string, headers: Headers = {}): Promise<Response> {
    const response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });
    if (response.status >= 400) {
      const answer = new Answer(response.clone(), await response.clone().text());
      this.#seen.note(method, url, answer.status, answer.code);
    }
    return response;
  }
}
