import { join } from 'node:path';
import { openSqliteDocuments, SqliteRateLimiter } from '@strongroom/adapter-local';
import type { OpenDocumentStore, OpenRateLimiter } from '@strongroom/ports';
import type { Settings } from '../../config/settings.ts';
import { DATA_FILES } from './kept.ts';

export const openDocumentStore: OpenDocumentStore<Settings> = ({ settings }) =>
  openSqliteDocuments({ path: join(settings.dataDir, DATA_FILES.documents) });

export const openRateLimiter: OpenRateLimiter<Settings> = ({ settings }) =>
  SqliteRateLimiter.open({ file: join(settings.dataDir, DATA_FILES.limits) });
