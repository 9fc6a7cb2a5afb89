import { join } from 'node:path';
import { openSqliteDocuments, SqliteRateLimiter } from '@strongroom/adapter-local';
import type { OpenDocumentStore, OpenRateLimiter } from '@strongroom/ports';
import type { Settings } from '../../config/settings.ts';
import { KEPT } from './kept.ts';

export const openDocumentStore: OpenDocumentStore<Settings> = ({ settings }) =>
  openSqliteDocuments({ path: join(settings.dataDir, KEPT.documents) });

export const openRateLimiter: OpenRateLimiter<Settings> = ({ settings }) =>
  SqliteRateLimiter.open({ file: join(settings.dataDir, KEPT.limits) });
