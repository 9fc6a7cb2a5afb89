import type { Instant } from '@strongroom/domain';
import { LocalKeyring } from '../../src/index.ts';

/** Creates keys without end, and reports the id of each. */
const [folder = ''] = process.argv.slice(2);
const keyring = await LocalKeyring.open({ folder, clock: { now: () => Date.now() as Instant } });
for (;;) console.log((await Promise.all([1, 2, 3, 4].map(() => keyring.createKey({} as never)))).join(' '));
