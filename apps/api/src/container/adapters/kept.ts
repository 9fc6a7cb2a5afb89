/** Entries of the data folder. */
export const KEPT = {
  documents: 'strongroom.db',
  limits: 'limits.db',
  blobs: 'blobs',
  keys: 'keys',
  mail: 'mail',
} as const;
