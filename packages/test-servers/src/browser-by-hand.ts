const plain = (text = ''): string => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

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

  /** Presses the button of the only form of a page. Returns the address that the answer leads on to by itself. */
  goOn = async (address: string): Promise<string> => this.presses(await (await this.ask(address)).text(), address);

  /** The same with a page that is open already. */
  async presses(page: string, address: string): Promise<string> {
    const action = /<form method="post" action="([^"]+)">/.exec(page)?.[1];
    if (action === undefined) throw new Error(`there is no form: ${page}`);
    const fields = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, plain(value)]);
    const to = new URL(action, address);
    const headers = { Origin: to.origin, 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(fields as [string, string][]).toString();
    const answer = await this.ask(to.href, { method: 'POST', headers, body });
    const next = await answer.text();
    if (answer.status !== 200) throw new Error(next);
    return plain(/content="0;url=([^"]+)"/.exec(next)?.[1]);
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
