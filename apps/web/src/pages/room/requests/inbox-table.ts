import { type ListedRequest, WORDS } from './request-columns.tsx';
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

const HEADS = [
  'Message',
  'Folder',
  'State',
  'Files received',
  'Files at most',
  'Files in the inbox',
  'Bytes received',
  'Bytes at most',
  'Last received',
  'Made by',
  'Made',
  'Ends',
];

/** Upload requests as a table. */
export const requestsAsTable = (requests: readonly ListedRequest[]): readonly (readonly string[])[] => [
  HEADS,
  ...requests.map((request) => [
    request.message ?? '',
    request.place,
    WORDS[request.status],
    String(request.files_received),
    String(request.max_files),
    String(request.files_waiting),
    String(request.bytes_received),
    String(request.max_bytes),
    request.last_received_at ?? '',
    request.maker,
    request.created_at,
    request.expires_at,
  ]),
];
