import type { Answer } from '../answer/answer.ts';

/** The dependencies of a service, by name. A check rejects if its dependency cannot serve. */
export type DependencyChecks = Readonly<Record<string, () => Promise<void>>>;

export type Dependencies = Readonly<{
  areAvailable: boolean;
  states: Readonly<Record<string, 'ok' | 'unavailable'>>;
}>;

/** Times in milliseconds. */
type CheckTimes = Readonly<{
  /** A dependency that does not answer in this time is unavailable. */
  limit?: number;
  /** Results are used again for this time, so that frequent probes do not load the dependencies. */
  fresh?: number;
}>;

/** A function that tells which dependencies can serve. */
export function dependencies(
  checks: DependencyChecks,
  { limit = 2000, fresh = 1000 }: CheckTimes = {},
): () => Promise<Dependencies> {
  let asked: Promise<Dependencies> | undefined;
  /** Probes that come together ask once. */
  let until = 0;
  const ask = async (): Promise<Dependencies> => {
    const rows = await Promise.all(
      Object.entries(checks).map(
        async ([name, check]) => [name, (await passes(check, limit)) ? 'ok' : 'unavailable'] as const,
      ),
    );
    until = performance.now() + fresh;
    return { areAvailable: rows.every(([, state]) => state === 'ok'), states: Object.fromEntries(rows) };
  };
  return () => {
    if (asked === undefined || performance.now() >= until) {
      until = Number.POSITIVE_INFINITY;
      asked = ask();
    }
    return asked;
  };
}

async function passes(check: () => Promise<void>, limit: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limit);
  });
  const asked = (async () => check())().then(
    () => true,
    () => false,
  );
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

/** A question of a balancer or a supervisor to a service, by GET: without a credential, and never limited. */
export type Probe = Readonly<{ path: string; answer: () => Promise<Answer> }>;

/** Whether the process lives, and of which build it is. */
export const aliveProbe = (version: string): Probe => ({
  path: '/healthz',
  answer: async () => ({
    status: 200,
    headers: [],
    content: { kind: 'document', text: JSON.stringify({ status: 'ok', version }) },
  }),
});

const DRAINS = { isFine: false, report: { status: 'draining' } };

/** Answers 200 or 503 with the report of `find`. A server that drains answers 503 without calling it. */
export const probe = (
  path: string,
  find: () => Promise<Readonly<{ isFine: boolean; report: object }>>,
  isDraining: () => boolean = () => false,
): Probe => ({
  path,
  answer: async () => {
    const { isFine, report } = isDraining() ? DRAINS : await find();
    return {
      status: isFine ? 200 : 503,
      headers: isFine ? [] : ['Retry-After', '1'],
      content: { kind: 'document', text: JSON.stringify(report) },
    };
  },
});
