import { Unavailable } from '@strongroom/ports';
import type { Registry } from './registry.ts';
import { counter, duration, gauge } from './rows.ts';

/** The metrics of calls to other systems, of both services. */
export const DEPENDENCY_METRICS = {
  callSeconds: duration(
    'strongroom_dependency_duration_seconds',
    'Time of a call to a store, a vault, the limits or the mail server.',
    ['dependency', 'call'],
  ),
  failures: counter(
    'strongroom_dependency_failures_total',
    'Calls that the system did not serve: it was down, late, full, or refused this service.',
    ['dependency', 'call'],
  ),
  success: gauge(
    'strongroom_dependency_last_success_timestamp_seconds',
    'The last time that a call was served, in seconds since 1970. The call `commit` of documents is a write.',
    ['dependency', 'call'],
  ),
  up: gauge('strongroom_dependency_up', '1 for a dependency that serves, 0 for one that does not, as /readyz says.', [
    'dependency',
  ]),
};

type Call = (...given: readonly unknown[]) => unknown;

/** Wraps the calls of adapters, so that each is timed. */
export type TimedCalls = <T extends object>(dependency: string, adapter: T) => T;

export function timeDependencies(registry: Registry): TimedCalls {
  const seconds = registry.add(DEPENDENCY_METRICS.callSeconds);
  const failures = registry.add(DEPENDENCY_METRICS.failures);
  const success = registry.add(DEPENDENCY_METRICS.success);
  const timed =
    (dependency: string, call: string, run: Call): Call =>
    (...given) => {
      const startedAt = performance.now();
      const answer = run(...given);
      // A call that answers at once asked no other system.
      if (!(answer instanceof Promise)) return answer;
      const labels = { dependency, call };
      const note = (isServed: boolean): void => {
        seconds.observe(labels, (performance.now() - startedAt) / 1000);
        if (isServed) success.set(labels, Date.now() / 1000);
        else failures.add(labels);
      };
      answer.then(
        () => note(true),
        // Any other refusal is an answer, such as a conflict of versions.
        (error: unknown) => note(!(error instanceof Unavailable)),
      );
      return answer;
    };
  return (dependency, adapter) => {
    const calls = new Map<PropertyKey, Call>();
    return new Proxy(adapter, {
      get: (target, name) => {
        const found: unknown = Reflect.get(target, name, target);
        if (typeof found !== 'function' || typeof name !== 'string') return found;
        const known = calls.get(name);
        if (known !== undefined) return known;
        // The adapter keeps private fields, so a method needs the adapter itself.
        const made = timed(dependency, name, (...given) => Reflect.apply(found, target, given));
        calls.set(name, made);
        return made;
      },
    });
  };
}
