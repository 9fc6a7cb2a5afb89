import type { ShareLinkId } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import { requesterAt, WIDE_SHARE } from '../../kernel/network.ts';
import { unitAllowance } from '../../kernel/unit-allowance.ts';

const UNIT = 25;
/** 2500 files. */
const UNITS_PER_MINUTE = 100;

/**
 * Charges the holder of a package, in their network, for the files of an answer: each writes an event. Throws
 * RATE_LIMIT_EXCEEDED.
 */
export function countReleased(deps: Pick<Deps, 'limiter' | 'clock'>) {
  const inNarrow = unitAllowance(deps, { name: 'package', unit: UNIT, unitsPerMinute: UNITS_PER_MINUTE });
  const terms = { name: 'package-wide', unit: UNIT, unitsPerMinute: UNITS_PER_MINUTE * WIDE_SHARE };
  const inWide = unitAllowance(deps, terms);
  return async (linkId: ShareLinkId, ip: string, files: number): Promise<void> => {
    const { narrow, wide } = requesterAt(ip);
    await inNarrow(`${linkId}:${narrow}`, files);
    if (wide !== narrow) await inWide(`${linkId}:${wide}`, files);
  };
}
