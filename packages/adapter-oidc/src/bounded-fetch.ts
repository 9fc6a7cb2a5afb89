import { AnswerTooLong, bytesUpTo } from '@strongroom/store-kit';

/** Largest answer of a provider that is read. Its configuration and keys have some 10 KB, tokens a few. */
const MAX_BYTES = 262_144;
/** Keys of a set. Providers have two or three. */
const MAX_KEYS = 100;

type Code =
  | 'PROVIDER_ANSWER_TOO_LARGE'
  | 'PROVIDER_ANSWER_UNFIT'
  | 'PROVIDER_CONFIGURATION_UNFIT'
  | 'PROVIDER_KEYS_UNFIT'
  | 'PROVIDER_REDIRECTS';

/** An unusable answer of the provider. The code names the fault; the answer itself is not repeated. */
export class BadProviderAnswer extends Error {
  override readonly name = 'BadProviderAnswer';
  readonly code: Code;
  constructor(code: Code, options?: Readonly<{ cause: unknown }>) {
    super(`the identity provider gave an answer that cannot be taken: ${code}`, options);
    this.code = code;
  }
}

type Init = Readonly<{
  method?: string;
  headers?: NonNullable<RequestInit['headers']>;
  body?: RequestInit['body'] | undefined;
  signal?: AbortSignal | null | undefined;
}>;

/**
 * Fetches a JSON object as `fetch` does, reads at most `MAX_BYTES` before the signal ends it, and follows no redirect.
 * Throws BadProviderAnswer.
 */
export async function boundedFetch(address: string, init: Init): Promise<Response> {
  const { body: sent, signal, ...rest } = init;
  const answer = await fetch(address, {
    ...rest,
    ...(sent !== undefined && { body: sent }),
    ...(signal !== undefined && { signal }),
    redirect: 'manual',
  });
  const { status, headers, body } = answer;
  if (status >= 300 && status < 400) {
    await body?.cancel();
    throw new BadProviderAnswer('PROVIDER_REDIRECTS');
  }
  const bytes = await bytesOf(body);
  if (status === 200 && objectIn(bytes) === undefined) throw new BadProviderAnswer('PROVIDER_ANSWER_UNFIT');
  return new Response(status === 204 || status === 205 ? null : bytes, { status, headers });
}

/** Fetches a set of at most `MAX_KEYS` keys. */
export async function fetchKeys(address: string, init: Init): Promise<Response> {
  const answer = await boundedFetch(address, init);
  if (answer.status !== 200) return answer;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const keys = objectIn(bytes)?.['keys'];
  if (!Array.isArray(keys) || keys.length > MAX_KEYS) throw new BadProviderAnswer('PROVIDER_KEYS_UNFIT');
  return new Response(bytes, { status: answer.status, headers: answer.headers });
}

async function bytesOf(body: Response['body']): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await bytesUpTo(body, MAX_BYTES);
  } catch (error) {
    throw error instanceof AnswerTooLong ? new BadProviderAnswer('PROVIDER_ANSWER_TOO_LARGE') : error;
  }
}

function objectIn(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
