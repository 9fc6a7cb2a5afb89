type Facts = Readonly<Record<string, unknown>>;
export type BidiEvent = Readonly<{ method: string; params: Facts }>;
type Message = Readonly<{
  id?: number;
  method?: string;
  params?: Facts;
  result?: Facts;
  error?: string;
  message?: string;
}>;
type Waiting = Readonly<{ resolve: (result: Facts) => void; reject: (error: Error) => void }>;

const ENDED = 'the browser has ended';

/** Commands and events of WebDriver BiDi (W3C) over a WebSocket. */
export class BidiConnection {
  onEvent: (event: BidiEvent) => void = () => undefined;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, Waiting>();
  #count = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data)) as Message));
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error(ENDED));
      this.#waiting.clear();
    });
  }

  static open(address: string): Promise<BidiConnection> {
    const socket = new WebSocket(address);
    return new Promise((resolve, reject) => {
      socket.addEventListener('open', () => resolve(new BidiConnection(socket)));
      socket.addEventListener('error', () => reject(new Error(`no connection to ${address}`)));
    });
  }

  /** The result of a command. Throws what the browser answers instead, or that it has ended. */
  async send(method: string, params: Facts): Promise<Facts> {
    // A socket that is closing drops what it is sent without a word.
    if (this.#socket.readyState !== WebSocket.OPEN) throw new Error(ENDED);
    const id = ++this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  close(): void {
    this.#socket.close();
  }

  #take({ id, method, params = {}, result = {}, error, message }: Message): void {
    if (id === undefined) {
      if (method !== undefined) this.onEvent({ method, params });
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(`${error}: ${message}`));
  }
}
