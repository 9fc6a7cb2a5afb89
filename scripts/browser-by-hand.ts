/** A browser without pages: follows redirects one by one and keeps cookies of each origin. */
export class BrowserByHand {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** The value of a cookie. */
  cookie(origin: string, name: string): string | undefined {
    return this.#cookies.get(origin)?.get(name);
  }

  /** One request, without following its redirect. */
  async ask(address: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(address);
    const kept = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, kept);
    const headers = new Headers(init.headers);
    headers.set('Cookie', [...kept].map(([name, value]) => `${name}=${value}`).join('; '));
    if (!headers.has('Accept')) headers.set('Accept', 'text/html');
    const answer = await fetch(address, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') kept.delete(name);
      else kept.set(name, value);
    }
    return answer;
  }

  /** Follows redirects until there is none, or until one leads to an address that `stops`. */
  async follow(address: string, stops: (next: string) => boolean = () => false): Promise<Response> {
    let answer = await this.ask(address);
    for (let at = address, steps = 0; steps < 12; steps++) {
      const location = answer.headers.get('location');
      if (location === null) return answer;
      at = new URL(location, at).href;
      if (stops(at)) return answer;
      await answer.body?.cancel();
      answer = await this.ask(at);
    }
    throw new Error(`too many redirects from ${address}`);
  }
}

/** Headers of a request by a page of the service. */
export const OWN_PAGE = { 'X-Strongroom': '1', 'Sec-Fetch-Site': 'same-origin', Accept: 'application/json' };
