/** `share` is from 0 to 1; the total number of objects is unknown. */
export type BackupProgress =
  | Readonly<{ step: 'database'; share: number }>
  | Readonly<{ step: 'objects' | 'checking'; objects: number; bytes: number }>;

export type OnBackupProgress = (progress: BackupProgress) => void;
