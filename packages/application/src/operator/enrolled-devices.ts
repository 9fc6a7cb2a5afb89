import type { StoredDocument } from '@strongroom/ports';

/** The collection in which the key service stores its devices. */
const DEVICES = 'devices';

/** The devices that are enrolled in the record of a key service, as their operator and their owners named them. */
export function enrolledDevices(documents: (collection: string) => Iterable<StoredDocument>): readonly string[] {
  const names: string[] = [];
  for (const { body } of documents(DEVICES)) {
    if (typeof body !== 'object' || body === null || !('name' in body) || !('note' in body)) continue;
    const { name, note } = body;
    if (typeof name === 'string' && typeof note === 'string') names.push(`${name} (${note})`);
  }
  return names.toSorted();
}
