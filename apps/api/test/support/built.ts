import { join } from 'node:path';
import { ROOT } from '@strongroom/test-servers/built';

export { build, buildPages, ROOT } from '@strongroom/test-servers/built';

export const MAIN = join(ROOT, 'apps/api/dist/main.js');
