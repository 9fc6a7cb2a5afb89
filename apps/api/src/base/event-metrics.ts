import type { NewEvent } from '@strongroom/domain';
import type { Metric } from '@strongroom/http-kernel';
import type { DocumentStore } from '@strongroom/ports';

type Counters = Readonly<{ events: Metric<'type' | 'outcome'>; bytes: Metric<never> }>;

/** The same store, which counts the events of each commit that it made. */
export function countEvents<T extends DocumentStore>(documents: T, { events, bytes }: Counters): T {
  const count = (event: NewEvent): void => {
    events.add({ type: event.type, outcome: event.outcome });
    const size: unknown = event.type === 'file.confirmed' ? event.data?.size : undefined;
    if (typeof size === 'number') bytes.add(undefined, size);
  };
  const commit: DocumentStore['commit'] = async (changes, written) => {
    await documents.commit(changes, written);
    for (const event of written ?? []) count(event);
  };
  return new Proxy(documents, {
    get: (target, name): unknown => (name === 'commit' ? commit : Reflect.get(target, name, target)),
  });
}
