import { Unavailable, type WitnessPeer } from '@strongroom/ports';
import {
  type Mutant,
  registerMutants,
  WITNESS_VKEY,
  type WitnessPeerHarness,
  witnessPeerPromises,
} from '../../src/index.ts';

type Ask = (url: string, body: string, milliseconds: number) => ReturnType<WitnessPeer['submit']>;

const LONGEST = 65_536;

/** The first bytes of an answer, and whether there are more. */
async function beginning({ body }: Response): Promise<Readonly<{ text: string; isLonger: boolean }>> {
  let text = '';
  for await (const piece of body ?? []) {
    text += Buffer.from(piece).toString();
    if (text.length > LONGEST) return { text, isLonger: true };
  }
  return { text, isLonger: false };
}

const post = (url: string, body: string, milliseconds: number, more: RequestInit = {}): Promise<Response> =>
  fetch(url, { method: 'POST', body, redirect: 'error', signal: AbortSignal.timeout(milliseconds), ...more });

const wrong = (cause?: unknown): Unavailable => new Unavailable('witness', { cause });

/** Asks as a correct peer does, with other settings. */
const asking =
  (path: string, more: RequestInit = {}, deadlineOf = (milliseconds: number) => milliseconds): Ask =>
  async (url, body, milliseconds) => {
    try {
      const response = await post(`${url}${path}`, body, deadlineOf(milliseconds), more);
      const { text, isLonger } = await beginning(response);
      if (isLonger) throw new RangeError('too long');
      return { status: response.status, body: text };
    } catch (error) {
      throw wrong(error);
    }
  };

const right = asking('/add-checkpoint');

const broken = (breaks: string, how: string, submit: Ask): Mutant<WitnessPeerHarness> => ({
  breaks,
  how,
  harness: async () => ({
    peer: (url, milliseconds) => ({ vkey: WITNESS_VKEY, submit: (body) => submit(url, body, milliseconds) }),
    end: async () => {},
  }),
});

registerMutants('witnesses', witnessPeerPromises, [
  broken('WP-01', 'posts to another path', asking('/checkpoint')),
  broken('WP-01', 'drops the last newline of a checkpoint', (url, body, milliseconds) =>
    right(url, body.trimEnd(), milliseconds),
  ),
  broken('WP-01', 'rejects an answer that is no success', async (url, body, milliseconds) => {
    const answer = await right(url, body, milliseconds);
    if (answer.status >= 400) throw wrong();
    return answer;
  }),
  broken(
    'WP-02',
    'waits for an answer without an end',
    asking('/add-checkpoint', {}, () => 4_000),
  ),
  broken('WP-02', 'throws the errors of its connection', async (url, body, milliseconds) => {
    const response = await post(`${url}/add-checkpoint`, body, milliseconds);
    return { status: response.status, body: await response.text() };
  }),
  broken('WP-03', 'follows a redirection', asking('/add-checkpoint', { redirect: 'follow' })),
  broken('WP-04', 'returns the beginning of a long answer', async (url, body, milliseconds) => {
    const { text } = await beginning(await post(`${url}/add-checkpoint`, body, milliseconds));
    return { status: 200, body: text };
  }),
  broken('WP-04', 'has the beginning of a long answer in its error', async (url, body, milliseconds) => {
    const { text, isLonger } = await beginning(await post(`${url}/add-checkpoint`, body, milliseconds));
    if (isLonger) throw wrong(new Error(text.slice(0, 100)));
    return { status: 200, body: text };
  }),
]);
