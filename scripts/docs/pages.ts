import { globSync } from 'node:fs';

/** Every documentation page, in byte order. Call it in the root of the repository. */
export const documentationPages = (): readonly string[] =>
  [...globSync('*.md'), ...globSync('docs/**/*.md')].toSorted();

/** Pages whose bash blocks a slow test runs one after the other, on PostgreSQL, an S3 server and SoftHSM. */
export const PAGES_ON_PREMISE: readonly string[] = [
  'docs/how-to/postgresql-s3-and-an-hsm.md',
  'docs/how-to/back-up-postgresql-s3-and-an-hsm.md',
  'docs/how-to/change-keys-on-premise.md',
  'docs/how-to/move-the-key-service.md',
];

/** Pages whose bash blocks a slow test runs; the first in a fresh copy of the repository, with packages from the registry. */
export const PAGES_OF_SLOW_TESTS: readonly string[] = ['docs/how-to/write-an-adapter.md', ...PAGES_ON_PREMISE];

/** Pages whose bash blocks are run by `npm run tutorial`. */
export const RUN_PAGES: readonly string[] = [
  'README.md',
  'docs/tutorial/command-line.md',
  'docs/tutorial/first-room.md',
  'docs/how-to/ask-what-happened.md',
  'docs/how-to/back-up-and-restore.md',
  'docs/how-to/call-the-api.md',
  'docs/how-to/embed-the-rules.md',
  'docs/how-to/feed-a-siem.md',
  'docs/how-to/invite-people.md',
  'docs/how-to/keep-keys-in-an-hsm.md',
  'docs/how-to/operate-the-embedded-default.md',
  'docs/how-to/prove-the-audit-log.md',
  'docs/how-to/run-on-premise.md',
  'docs/how-to/serve-the-pages-elsewhere.md',
  'docs/how-to/receive-files.md',
  'docs/how-to/share-with-outsiders.md',
  'docs/how-to/upgrade.md',
];
