import { sentencesAbout } from './refused-link.ts';

/** A failure, with a sentence for the reader of the page. */
export class OpenRefusal extends Error {
  /** The code of the service, if it refused. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** The service did not answer: no line, or another server in its place. */
export class ServiceUnreachable extends OpenRefusal {}

/** A limit that ends after this time. */
export class RateLimited extends OpenRefusal {
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.seconds = seconds;
  }
}

/** Fields of a page of several files. */
type PageMeta = Readonly<{ next_cursor: string | null; redemption?: string }>;
type Answer<T> = Readonly<{ data?: T; meta?: PageMeta; error?: Readonly<{ code: string; message: string }> }>;

const LIMITED = 429;

type Whole<T> = Readonly<{ data: T; meta: PageMeta | undefined }>;
type Asking = Readonly<{
  /** The Idempotency-Key. */
  key?: string | undefined;
  body?: object | undefined;
}>;

/** Calls the service that served this page, and resolves with the data of its answer. Throws OpenRefusal. */
export const askService = async <T>(method: 'GET' | 'POST', path: string, asking?: Asking): Promise<T> =>
  (await askWhole<T>(method, path, asking)).data;

/** Like `ask`, with the meta of the answer. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the answer, as for `ask`
export async function askWhole<T>(method: 'GET' | 'POST', path: string, { key, body }: Asking = {}): Promise<Whole<T>> {
  const response = await fetch(new URL(`api/v1/${path}`, document.baseURI), {
    method,
    headers: {
      ...(key !== undefined && { 'Idempotency-Key': key }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'manual',
  }).catch(() => {
    throw new ServiceUnreachable('The service cannot be reached. Check your connection, then try again.');
  });
  const other = inBetween(response);
  if (other !== undefined) throw new ServiceUnreachable(other);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service's own answer
  const answer = (await response.json().catch(() => ({}))) as Answer<T>;
  if (response.ok && answer.data !== undefined) return { data: answer.data, meta: answer.meta };
  const said = answer.error?.message ?? `The service sent an invalid answer (status ${response.status}).`;
  const seconds = Number(response.headers.get('Retry-After'));
  const sentence = sentencesAbout(answer.error?.code) ?? [said, ...whenAgain(seconds)].join(' ');
  throw response.status === LIMITED && seconds > 0
    ? new RateLimited(sentence, seconds)
    : new OpenRefusal(sentence, answer.error?.code);
}

/** Says that another server answered: the service redirects nothing, and sends JSON. */
function inBetween({ type, status, headers }: Response): string | undefined {
  if (type !== 'opaqueredirect' && headers.get('Content-Type')?.startsWith('text/html') !== true) return undefined;
  return status > 500
    ? `A proxy answers, but the service behind it does not (${status}). Try again in a minute.`
    : 'Another server answered in place of the service: perhaps your network asks you to sign in. Do that in another tab, then try again.';
}

const whenAgain = (seconds: number): readonly string[] =>
  seconds > 0 ? [`Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`] : [];
