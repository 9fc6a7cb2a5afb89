type Answer = Readonly<{ value: unknown }>;
type Failure = Readonly<{ error: string; message: string }>;

/** A session of WebDriver, the W3C's protocol: a browser that a driver at an address has started. */
export class WebDriver {
  readonly #session: string;

  private constructor(session: string) {
    this.#session = session;
  }

  static async open(driver: string, capabilities: object): Promise<WebDriver> {
    const value = await ask(`${driver}/session`, 'POST', { capabilities: { alwaysMatch: capabilities } });
    return new WebDriver(`${driver}/session/${(value as Readonly<{ sessionId: string }>).sessionId}`);
  }

  get(path: string): Promise<unknown> {
    return ask(this.#session + path, 'GET');
  }

  post(path: string, body: object): Promise<unknown> {
    return ask(this.#session + path, 'POST', body);
  }

  /** Ends the browser. */
  async close(): Promise<void> {
    await ask(this.#session, 'DELETE');
  }
}

async function ask(url: string, method: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as Answer;
  if (answer.ok) return value;
  const { error, message } = value as Failure;
  throw new Error(`${method} ${new URL(url).pathname}: ${error}: ${message}`);
}
