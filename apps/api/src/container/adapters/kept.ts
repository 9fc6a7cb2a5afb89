/** Entries of the data folder. */
export const KEPT = {
  documents: 'strongroom.db',
  id: 'strongroom.id',
  checkpoint: 'audit.checkpoint',
  limits: 'limits.db',
  blobs: 'blobs',
  keys: 'keys',
  mail: 'mail',
} as const;
