/** How far it is. `share` is from 0 to 1; objects are counted, and nobody knows how many there will be. */
export type BackupProgress =
  | Readonly<{ step: 'database'; share: number }>
  | Readonly<{ step: 'objects' | 'checking'; objects: number; bytes: number }>;

export type OnBackupProgress = (progress: BackupProgress) => void;
