import type { BidiConnection, BidiEvent } from './bidi-connection.ts';
import { type Role, SteeredPage } from './steered-page.ts';

type Shared = Readonly<{ sharedId: string }>;

/** SHA-384 of nothing. Firefox compares it with the hash of a script whose page is left while it is fetched, and logs that. */
const OF_NOTHING = 'OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb';

/** A page of Firefox. */
export class FirefoxPage extends SteeredPage<Shared> {
  readonly #connection: BidiConnection;
  readonly #context: string;
  readonly #complaints: string[] = [];
  readonly #saved: string[] = [];

  constructor(connection: BidiConnection, context: string) {
    super();
    this.#connection = connection;
    this.#context = context;
  }

  override async goto(url: string): Promise<void> {
    await this.#send('browsingContext.navigate', { url, wait: 'complete' });
  }

  override async evaluate(expression: string): Promise<unknown> {
    const target = { context: this.#context };
    const answer = await this.#connection.send('script.evaluate', { expression, target, awaitPromise: true });
    if (answer['type'] !== 'success') throw new Error(`${expression}: ${JSON.stringify(answer['exceptionDetails'])}`);
    return (answer['result'] as Readonly<{ value?: unknown }>).value;
  }

  override async type(text: string): Promise<void> {
    const actions = Array.from(text, (value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]).flat();
    await this.#send('input.performActions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  override async clear(): Promise<void> {
    await this.goto('about:blank');
    if (this.#complaints.length > 0) throw new Error(`Firefox complained: ${this.#complaints.splice(0).join('\n')}`);
  }

  override async resize(width: number, height: number): Promise<void> {
    await this.#send('browsingContext.setViewport', { viewport: { width, height } });
  }

  override async picture(): Promise<Buffer> {
    const { data } = await this.#send('browsingContext.captureScreenshot', {});
    return Buffer.from(String(data), 'base64');
  }

  /** A refusal by a policy is a complaint too: Firefox logs it. */
  take({ method, params }: BidiEvent): void {
    if (method === 'browsingContext.downloadEnd') this.#saved.push(String(params['filepath']));
    else if (method === 'log.entryAdded' && ['error', 'warn'].includes(String(params['level']))) {
      const text = String(params['text']);
      if (!text.includes(OF_NOTHING)) this.#complaints.push(text);
    }
  }

  protected override withRole(role: Role, name: string): Promise<readonly Shared[]> {
    return this.#locate({ type: 'accessibility', value: { role, name } });
  }

  protected override matching(selector: string): Promise<readonly Shared[]> {
    return this.#locate({ type: 'css', value: selector });
  }

  protected override async press(element: Shared): Promise<void> {
    await this.#call(element, '(element) => element.scrollIntoView({ block: "center" })');
    const origin = { type: 'element', element };
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.#send('input.performActions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }

  protected override async setFiles(element: Shared, files: readonly string[]): Promise<void> {
    await this.#send('input.setFiles', { element, files });
  }

  protected override async nextSaved(): Promise<string | undefined> {
    return this.#saved.shift();
  }

  async #locate(locator: object): Promise<readonly Shared[]> {
    // Firefox looks through the whole page for more.
    const { nodes } = await this.#send('browsingContext.locateNodes', { locator, maxNodeCount: 1 });
    return (nodes as readonly Shared[]).map(({ sharedId }) => ({ sharedId }));
  }

  async #call(element: Shared, functionDeclaration: string): Promise<void> {
    const target = { context: this.#context };
    await this.#connection.send('script.callFunction', {
      functionDeclaration,
      target,
      arguments: [element],
      awaitPromise: false,
    });
  }

  #send(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
    return this.#connection.send(method, { context: this.#context, ...params });
  }
}
