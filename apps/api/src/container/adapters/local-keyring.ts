import { join } from 'node:path';
import { LocalKeyring } from '@strongroom/adapter-local';
import type { OpenKeyVault } from '@strongroom/ports';
import { storePlaceOf } from '@strongroom/settings';
import type { Settings } from '../../config/settings.ts';
import { DATA_FILES } from './kept.ts';
import { withOuterLayer } from './outer-layer.ts';

export const openKeyVault: OpenKeyVault<Settings> = ({ settings, clock }) =>
  withOuterLayer(settings, () =>
    LocalKeyring.open({
      folder: join(settings.dataDir, DATA_FILES.keys),
      clock,
      // Processes of two releases share a store elsewhere (ADR 0031), and its keyring.
      sharedWithEarlier: storePlaceOf('documents', settings.documents) === 'elsewhere',
    }),
  );
