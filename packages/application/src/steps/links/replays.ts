import { MINUTE } from '@strongroom/domain';

/** Covers a broken connection. A longer period would let the holder of a link exceed the cap. */
export const REPLAYS_OF_LINKS = { milliseconds: 10 * MINUTE, replays: 3 } as const;
