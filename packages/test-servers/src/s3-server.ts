/** An S3 server that a test has started. */
export type S3Server = Readonly<{
  endpoint: string;
  port: number;
  region: string;
  credentials: Readonly<{ accessKeyId: string; secretAccessKey: string }>;
  pid: number;
  /** Folder of its data. */
  folder: string;
  /** Kills it and keeps its data. */
  kill: () => Promise<void>;
  /** Kills it and removes its data. */
  stop: () => Promise<void>;
}>;
