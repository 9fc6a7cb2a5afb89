import type { TestPorts } from './ports.ts';

/** One call that the application makes on a port. */
export type PortCall = Readonly<{ port: Outside; method: string; args: readonly unknown[] }>;

/** Wraps a call to a port; `proceed` makes the call. */
export type Around = (call: PortCall, proceed: () => Promise<unknown>) => Promise<unknown>;

const OUTSIDE = ['documents', 'blobs', 'keys', 'mailer'] as const;
type Outside = (typeof OUTSIDE)[number];

/** The same ports, with `around` wrapping every external call. */
export function intercepted(ports: TestPorts, around: Around): TestPorts {
  const wrapped = OUTSIDE.map((port) => [port, wrap(port, ports[port], around)] as const);
  return { ...ports, ...(Object.fromEntries(wrapped) as Pick<TestPorts, Outside>) };
}

const wrap = <P extends object>(port: Outside, target: P, around: Around): P =>
  new Proxy(target, {
    get: (_, method) => {
      const member: unknown = Reflect.get(target, method, target);
      // The log is read through the store.
      if (method === 'audit') return wrap(port, member as object, around);
      if (typeof member !== 'function' || typeof method !== 'string') return member;
      // Only a call that is awaited can be held.
      if (method === 'wrapNow') return undefined;
      return (...args: readonly unknown[]) =>
        around({ port, method, args }, async () => Reflect.apply(member, target, args) as Promise<unknown>);
    },
  });
