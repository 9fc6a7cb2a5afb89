import { behaveAsOne } from './four-processes.ts';

behaveAsOne(() => ({}));
