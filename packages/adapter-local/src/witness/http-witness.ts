import { type Dependency, Unavailable, type WitnessPeer } from '@strongroom/ports';
import { textUpTo } from '@strongroom/store-kit';

/** A signature of ML-DSA-44 has 3 300 characters; more than a few lines are not an answer of a witness. */
const MAX_ANSWER_BYTES = 65_536;

/** Milliseconds for one request. */
const DEADLINE_MS = 10_000;

export type WitnessAddress = Readonly<{
  /** `<name>+<id>+<base64>`, of type 4. */
  vkey: string;
  /** The submission prefix, without a slash at the end. */
  url: string;
}>;

const DEPENDENCY: Dependency = 'witness';

/** A witness that answers by HTTP. `submit` rejects with Unavailable when there is no whole answer in time. */
export const httpWitness = ({ vkey, url }: WitnessAddress, deadlineMs = DEADLINE_MS): WitnessPeer => ({
  vkey,
  submit: async (body) => {
    try {
      const response = await fetch(`${url}/add-checkpoint`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
        // A redirection would send the checkpoint, and our trust, to another party.
        redirect: 'error',
        signal: AbortSignal.timeout(deadlineMs),
      });
      return { status: response.status, body: await textUpTo(response.body, MAX_ANSWER_BYTES) };
    } catch (error) {
      throw new Unavailable(DEPENDENCY, { cause: error });
    }
  },
});
