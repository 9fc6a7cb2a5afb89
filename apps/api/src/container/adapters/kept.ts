/** Entries of the data folder. */
export const DATA_FILES = {
  documents: 'strongroom.db',
  id: 'strongroom.id',
  checkpoint: 'audit.checkpoint',
  limits: 'limits.db',
  blobs: 'blobs',
  keys: 'keys',
  mail: 'mail',
} as const;
