import { tabMemory } from '../base/tab-memory.ts';

type Terms = Readonly<{
  size: number;
  expires_at: string;
  remaining: number | null;
  /** A service of an earlier version tells none of these. */
  shared_by?: Readonly<{ name: string }> | null;
  organisation?: string | null;
  message?: string | null;
}>;

/** The file of a link as its holder sees it before a download. A service of an earlier version gives no kind. */
export type SharedFile = Terms & Readonly<{ kind?: 'file'; name: string; content_type?: string }>;

/** A file of several. Its key, once released, is encrypted to the key in the link. */
export type PackageEntry = Readonly<{
  index: number;
  name: string;
  size: number;
  /** The folder in which the maker of the link shows it. */
  folder?: string;
  content_type?: string;
}>;
export type KeptEntry = PackageEntry & Readonly<{ file_id: string; version: number; key: string }>;

/** Several files behind one link. */
export type SharedPackage = Terms &
  Readonly<{
    kind: 'package';
    file_count: number;
    files: readonly PackageEntry[];
    /** A service of an earlier version does not say whether keys come with the files. */
    has_keys?: boolean;
  }>;

/** One file, or several. */
export type SharedContent = SharedFile | SharedPackage;

/**
 * A link and its download, kept until the person has the file: a reload of the page, or a save dialog that was closed, must
 * not cost the only download. `attempt`: Idempotency-Key of the redemption. `redemption`, `file` and `entries`: once it is
 * counted.
 */
export type KeptLink = Readonly<{
  fragment: string;
  attempt: string;
  redemption?: string | undefined;
  file?: SharedContent;
  entries?: readonly KeptEntry[];
}>;

export const { keep, readKept } = tabMemory<KeptLink>('strongroom-open');
