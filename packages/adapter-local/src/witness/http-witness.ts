import { type Dependency, Unavailable, type WitnessPeer } from '@strongroom/ports';

/** A signature of ML-DSA-44 has 3 300 characters; more than a few lines are no answer of a witness. */
const MAX_ANSWER_BYTES = 65_536;

/** Milliseconds for one request. */
const PATIENCE_MS = 10_000;

export type WitnessAddress = Readonly<{
  /** `<name>+<id>+<base64>`, of type 4. */
  vkey: string;
  /** The submission prefix, without a slash at the end. */
  url: string;
}>;

const DEPENDENCY: Dependency = 'witness';

/** A witness that answers by HTTP. `submit` rejects with Unavailable when there is no whole answer in time. */
export const httpWitness = ({ vkey, url }: WitnessAddress, patienceMs = PATIENCE_MS): WitnessPeer => ({
  vkey,
  submit: async (body) => {
    try {
      const response = await fetch(`${url}/add-checkpoint`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
        // A redirection would send the checkpoint, and our trust, to another party.
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      });
      return { status: response.status, body: await bounded(response) };
    } catch (error) {
      throw new Unavailable(DEPENDENCY, { cause: error });
    }
  },
});

async function bounded({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = body?.getReader();
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    bytes += read.value.length;
    if (bytes > MAX_ANSWER_BYTES) {
      // Else the rest comes until the time is over.
      await reader?.cancel();
      throw new RangeError('the answer of the witness is too long');
    }
    pieces.push(read.value);
  }
  return Buffer.concat(pieces).toString('utf8');
}
