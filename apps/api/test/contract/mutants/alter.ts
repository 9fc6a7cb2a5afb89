import { type Alteration, type Sent, withValue } from '../../support/altering-proxy.ts';

/** A service that breaks a promise. `how` completes the sentence "fail for a service that …". */
export type ServiceMutant = Readonly<{ breaks: string; how: string; alteration: (ownerToken: string) => Alteration }>;

export const mutant = (
  breaks: string,
  how: string,
  alteration: Alteration | ((ownerToken: string) => Alteration),
): ServiceMutant => ({ breaks, how, alteration: typeof alteration === 'function' ? alteration : () => alteration });

/** Selects calls by method and path without the prefix, such as `GET /rooms`. */
type Calls = RegExp;
export const ALL: Calls = /./;
const PREFIX = '/api/v1';

const isMeant = (calls: Calls, { method, path }: Sent): boolean =>
  calls.test(`${method} ${path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path}`);

type Replacement = string | ((...found: readonly string[]) => string);
const replaced = (body: Buffer, from: RegExp, to: Replacement): Buffer =>
  Buffer.from(typeof to === 'string' ? body.toString().replace(from, to) : body.toString().replace(from, to));

/** Replaces text in the bodies of answers. */
export const rewritingAnswer = (calls: Calls, from: RegExp, to: Replacement): Alteration => ({
  answered: (answer, sent) => (isMeant(calls, sent) ? { ...answer, body: replaced(answer.body, from, to) } : answer),
});

/** Sets or removes a header of answers. */
export const settingHeader = (calls: Calls, name: string, value?: string): Alteration => ({
  answered: (answer, sent) =>
    isMeant(calls, sent) ? { ...answer, headers: withValue(answer.headers, name, value) } : answer,
});

/** Changes the status of answers, also in the body. */
export const changingStatus = (calls: Calls, from: number, to: number): Alteration => ({
  answered: (answer, sent) =>
    isMeant(calls, sent) && answer.status === from
      ? { ...answer, status: to, body: replaced(answer.body, new RegExp(`"status":${from}`, 'g'), `"status":${to}`) }
      : answer,
});

/** Replaces text in the bodies of requests. */
export const rewritingRequest = (calls: Calls, from: RegExp, to: string): Alteration => ({
  sent: (sent) => (isMeant(calls, sent) ? { ...sent, body: replaced(sent.body, from, to) } : sent),
});

/** Sets or removes a header of requests. */
export const settingRequestHeader = (calls: Calls, name: string, value?: string): Alteration => ({
  sent: (sent) => (isMeant(calls, sent) ? { ...sent, headers: withValue(sent.headers, name, value) } : sent),
});

/** Replaces text in the paths of requests. */
export const rewritingPath = (calls: Calls, from: RegExp, to: Replacement): Alteration => ({
  sent: (sent) =>
    isMeant(calls, sent) ? { ...sent, path: replaced(Buffer.from(sent.path), from, to).toString() } : sent,
});

/** Sends calls of every caller with the token of the first owner. */
export const asOwner =
  (calls: Calls) =>
  (ownerToken: string): Alteration =>
    settingRequestHeader(calls, 'Authorization', `Bearer ${ownerToken}`);

/** Answers as if a change was made, but only reads the object. */
export const pretending = (calls: Calls, status: number, bodyFor: (id: string, seen: string) => string): Alteration => {
  const pretended = new WeakSet<Sent>();
  return {
    sent: (sent) => {
      if (!isMeant(calls, sent)) return sent;
      const looking = {
        ...sent,
        method: 'GET',
        path: sent.path.replace(/\/(archive|deactivate|reactivate|clearance|role)$/, ''),
        body: Buffer.alloc(0),
      };
      pretended.add(looking);
      return looking;
    },
    answered: (answer, sent) => {
      if (!pretended.has(sent)) return answer;
      const id = sent.path.split('/').at(-1) ?? '';
      return { ...answer, status, body: Buffer.from(bodyFor(id, answer.body.toString())) };
    },
  };
};
