import type { TakenInItem } from './take-in.tsx';

/** Waiting files as a table. */
export const itemsAsTable = (items: readonly TakenInItem[]): readonly (readonly string[])[] => [
  ['Name', 'Sender', 'Note', 'Sent by request', 'Asked for by', 'Size in bytes', 'Arrived'],
  ...items.map(({ name, sender_name: sender, note, request, maker, size, received_at: at }) => [
    name,
    sender ?? '',
    note ?? '',
    request,
    maker,
    String(size),
    at,
  ]),
];
