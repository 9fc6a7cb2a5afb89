import type { TakenInItem } from './take-in.tsx';

/** Waiting files as a table. */
export const itemsAsTable = (items: readonly TakenInItem[]): readonly (readonly string[])[] => [
  ['Name', 'Sent by request', 'Asked for by', 'Size in bytes', 'Arrived'],
  ...items.map(({ name, request, maker, size, received_at: at }) => [name, request, maker, String(size), at]),
];
