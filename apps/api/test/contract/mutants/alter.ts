import { type Alteration, type Sent, withValue } from '../../support/altering-proxy.ts';

/** A service that breaks a promise. `how` completes the sentence "notices a service that …". */
export type ServiceMutant = Readonly<{ breaks: string; how: string; alteration: (ownerToken: string) => Alteration }>;

export const mutant = (
  breaks: string,
  how: string,
  alteration: Alteration | ((ownerToken: string) => Alteration),
): ServiceMutant => ({ breaks, how, alteration: typeof alteration === 'function' ? alteration : () => alteration });

/** Which calls are meant: an expression over the method and the path behind the prefix. */
type Calls = RegExp;
export const ALL: Calls = /./;
const PREFIX = '/api/v1';

const isMeant = (calls: Calls, { method, path }: Sent): boolean =>
  calls.test(`${method} ${path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path}`);

type Replacement = string | ((...found: readonly string[]) => string);
const replaced = (body: Buffer, from: RegExp, to: Replacement): Buffer =>
  Buffer.from(typeof to === 'string' ? body.toString().replace(from, to) : body.toString().replace(from, to));

/** Another text in the answers. */
export const telling = (calls: Calls, from: RegExp, to: Replacement): Alteration => ({
  told: (told, sent) => (isMeant(calls, sent) ? { ...told, body: replaced(told.body, from, to) } : told),
});

/** Another header, or none, in the answers. */
export const heading = (calls: Calls, name: string, value?: string): Alteration => ({
  told: (told, sent) => (isMeant(calls, sent) ? { ...told, headers: withValue(told.headers, name, value) } : told),
});

/** Another status, also where the body tells it. */
export const answering = (calls: Calls, from: number, to: number): Alteration => ({
  told: (told, sent) =>
    isMeant(calls, sent) && told.status === from
      ? { ...told, status: to, body: replaced(told.body, new RegExp(`"status":${from}`, 'g'), `"status":${to}`) }
      : told,
});

/** Another text in the bodies that are sent. */
export const hearing = (calls: Calls, from: RegExp, to: string): Alteration => ({
  sent: (sent) => (isMeant(calls, sent) ? { ...sent, body: replaced(sent.body, from, to) } : sent),
});

/** Another header, or none, in what is sent. */
export const unheard = (calls: Calls, name: string, value?: string): Alteration => ({
  sent: (sent) => (isMeant(calls, sent) ? { ...sent, headers: withValue(sent.headers, name, value) } : sent),
});

/** Another path. */
export const leading = (calls: Calls, from: RegExp, to: Replacement): Alteration => ({
  sent: (sent) =>
    isMeant(calls, sent) ? { ...sent, path: replaced(Buffer.from(sent.path), from, to).toString() } : sent,
});

/** Does for everybody what the first owner may. */
export const asOwner =
  (calls: Calls) =>
  (ownerToken: string): Alteration =>
    unheard(calls, 'Authorization', `Bearer ${ownerToken}`);

/** Says that something was done, and has only looked: at the thing itself, as far as there is one. */
export const pretending = (calls: Calls, status: number, answer: (id: string, seen: string) => string): Alteration => {
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
    told: (told, sent) => {
      if (!pretended.has(sent)) return told;
      const id = sent.path.split('/').at(-1) ?? '';
      return { ...told, status, body: Buffer.from(answer(id, told.body.toString())) };
    },
  };
};
