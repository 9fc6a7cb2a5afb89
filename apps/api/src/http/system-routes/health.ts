import type { Exchange } from '../exchange/exchange.ts';
import { sendJson } from '../exchange/send.ts';
import { readOnly, type SystemRoute } from './system-route.ts';

/** What the service cannot do without, each with a check that rejects when it cannot serve. */
export type Checks = Readonly<Record<string, () => Promise<void>>>;

/** A dependency that does not answer in so many milliseconds counts as down. */
const PATIENCE = 2000;
/** Results are told again for so long: who asks often must not be a load on what is asked about. */
const REMEMBERED = 1000;

type Report = Readonly<{ ready: boolean; text: string; at: number }>;

/**
 * /healthz: the process is alive. /readyz: requests can be served; told apart by dependency. Where deleted objects can be
 * had back for some seconds, it says so beside: it works, and a promise means less.
 */
export function healthPaths(checks: Checks, keptAfterDeletion = () => 0): readonly SystemRoute[] {
  let asked: Promise<Report> | undefined;
  const report = async (): Promise<Report> => {
    const known = await asked;
    if (known !== undefined && performance.now() - known.at < REMEMBERED) return known;
    asked = reportOf(checks, keptAfterDeletion);
    return asked;
  };
  return [
    { path: '/healthz', pattern: '/healthz', methods: 'GET, HEAD', serve: alive },
    {
      path: '/readyz',
      pattern: '/readyz',
      methods: 'GET, HEAD',
      serve: async (exchange) => {
        readOnly(exchange);
        const { ready, text } = await report();
        sendJson(exchange, ready ? 200 : 503, text, ready ? [] : ['Retry-After', '1']);
      },
    },
  ];
}

async function alive(exchange: Exchange): Promise<void> {
  readOnly(exchange);
  sendJson(exchange, 200, '{"status":"ok"}');
}

async function reportOf(checks: Checks, keptAfterDeletion: () => number): Promise<Report> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, (await passes(check)) ? 'ok' : 'unavailable'] as const),
  );
  const ready = results.every(([, result]) => result === 'ok');
  const kept = keptAfterDeletion();
  const text = JSON.stringify({
    status: ready ? 'ready' : 'unavailable',
    checks: Object.fromEntries(results),
    ...(kept === 0 ? {} : { deleted_objects_kept_seconds: kept }),
  });
  return { ready, text, at: performance.now() };
}

async function passes(check: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE);
  });
  const asked = check().then(
    () => true,
    () => false,
  );
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
