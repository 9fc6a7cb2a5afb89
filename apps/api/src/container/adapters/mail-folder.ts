import { join } from 'node:path';
import { FolderMailer } from '@strongroom/adapter-local';
import type { OpenMailer } from '@strongroom/ports';
import type { Settings } from '../../config/settings.ts';
import { DATA_FILES } from './kept.ts';

export const openMailer: OpenMailer<Settings> = ({ settings: { dataDir, mailFrom }, clock }) =>
  FolderMailer.open({
    folder: join(dataDir, DATA_FILES.mail),
    clock,
    ...(mailFrom === undefined ? {} : { from: mailFrom }),
  });
