import type { ErrorCode } from './errors.ts';
import { type Branded, defineValue, type Value } from './value.ts';

type IntegerRules = Readonly<{
  name: string;
  description: string;
  min: number;
  max: number;
  example?: number;
  above?: ErrorCode;
}>;

function defineInteger<B extends string>(rules: IntegerRules & { name: B }): Value<Branded<number, B>> {
  return defineValue({
    name: rules.name,
    description: rules.description,
    schema: {
      type: 'integer',
      minimum: rules.min,
      maximum: rules.max,
      ...(rules.example === undefined ? {} : { examples: [rules.example] }),
    },
    rule: 'integer',
    check: (input) => {
      if (typeof input !== 'number' || !Number.isInteger(input)) return 'must be a whole number';
      if (input < rules.min) return `must be at least ${rules.min}`;
      if (input > rules.max)
        return { message: `must be at most ${rules.max}`, ...(rules.above ? { code: rules.above } : {}) };
      return undefined;
    },
  });
}

/** 100 MiB. */
export const MAX_FILE_BYTES = 104_857_600;

/** Bytes of content per second of the slowest line on which any file arrives: 128 kbit/s, a fifth of them for headers and repeats. */
export const SLOWEST_LINE = 12_800;

/** Seconds that the largest file needs on the slowest line. The service cuts a transfer that began in time after these. */
export const LONGEST_TRANSFER = MAX_FILE_BYTES / SLOWEST_LINE;

export type FileSize = Branded<number, 'FileSize'>;
export const FileSize = defineInteger({
  name: 'FileSize',
  description: 'Size of the ciphertext in bytes (AES-GCM keeps the length; the tag is sent apart).',
  min: 0,
  max: MAX_FILE_BYTES,
  example: 48_213,
  above: 'FILE_TOO_LARGE',
});

/** One year. */
export const MAX_SHARE_SECONDS = 31_536_000;

export type ShareSeconds = Branded<number, 'ShareSeconds'>;
export const ShareSeconds = defineInteger({
  name: 'ShareSeconds',
  description: 'Life of a share link in seconds, at most one year.',
  min: 1,
  max: MAX_SHARE_SECONDS,
  example: 86_400,
});

export type RequestFiles = Branded<number, 'RequestFiles'>;
export const RequestFiles = defineInteger({
  name: 'RequestFiles',
  description: 'Maximum number of files of an upload request; 100 when left out.',
  min: 1,
  max: 1000,
  example: 20,
});

const GIBIBYTE = 1_073_741_824;

export type RequestBytes = Branded<number, 'RequestBytes'>;
export const RequestBytes = defineInteger({
  name: 'RequestBytes',
  description: 'Maximum bytes of all files of an upload request; 1 GiB when left out.',
  min: 1,
  max: 100 * GIBIBYTE,
  example: GIBIBYTE,
});

export type TokenSeconds = Branded<number, 'TokenSeconds'>;
export const TokenSeconds = defineInteger({
  name: 'TokenSeconds',
  description: 'Life of an API token in seconds, at most one year; 90 days when left out.',
  min: 1,
  max: 31_536_000,
  example: 7_776_000,
});

export type DownloadCap = Branded<number, 'DownloadCap'>;
export const DownloadCap = defineInteger({
  name: 'DownloadCap',
  description: 'Maximum number of downloads of a share link. Absent or null: unlimited.',
  min: 1,
  max: 100_000,
  example: 2,
});

/** Longest term of a bin. */
export const MAX_BIN_DAYS = 90;

export type BinDays = Branded<number, 'BinDays'>;
export const BinDays = defineInteger({
  name: 'BinDays',
  description: 'Days for which a deleted file lies in the bin of its room; 0: it is destroyed at once.',
  min: 0,
  max: MAX_BIN_DAYS,
  example: 30,
});

export type ExportedFiles = Branded<number, 'ExportedFiles'>;
export const ExportedFiles = defineInteger({
  name: 'ExportedFiles',
  description: 'Number of files that an export holds.',
  min: 0,
  max: 10_000_000,
  example: 214,
});

export type SeenFileCount = Branded<number, 'SeenFileCount'>;
export const SeenFileCount = defineInteger({
  name: 'SeenFileCount',
  description: 'Number of files of a room that its reader has seen.',
  min: 0,
  max: 10_000_000,
  example: 12,
});

export type PageNumber = Branded<number, 'PageNumber'>;
export const PageNumber = defineInteger({
  name: 'PageNumber',
  description: 'Page, from 1.',
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
  example: 1,
});

export type FolderPosition = Branded<number, 'FolderPosition'>;
export const FolderPosition = defineInteger({
  name: 'FolderPosition',
  description: 'Place among the folders beside it that you see, from 1; above their number it is the last.',
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
  example: 1,
});

export type PerPage = Branded<number, 'PerPage'>;
export const PerPage = defineInteger({
  name: 'PerPage',
  description: 'Page size; 50 when left out, larger than 100 is clamped to 100.',
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
  example: 50,
});
export const DEFAULT_PER_PAGE = 50;
export const MAX_PER_PAGE = 100;

export type LogPosition = Branded<number, 'LogPosition'>;
export const LogPosition = defineInteger({
  name: 'LogPosition',
  description: 'Number of the first event to return, from 0; 0 when left out.',
  min: 0,
  max: Number.MAX_SAFE_INTEGER,
  example: 0,
});

export type WaitSeconds = Branded<number, 'WaitSeconds'>;
export const WaitSeconds = defineInteger({
  name: 'WaitSeconds',
  description: 'Maximum wait for an event in seconds; 0 when left out.',
  min: 0,
  max: 5,
  example: 5,
});

export type VersionNumber = Branded<number, 'VersionNumber'>;
export const VersionNumber = defineInteger({
  name: 'VersionNumber',
  description: 'Number of a version of a file, from 1. A number is never given twice.',
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
  example: 2,
});
