import type { ErrorCode } from '@strongroom/domain';
import type { Shape } from '../describe/shape.ts';

/** Bounds of a JSON body, checked before it is parsed. */
export type BodyLimits = Readonly<{
  /** Bytes, both packed and unpacked. */
  bytes: number;
  /** Members of one object. */
  members: number;
  /** Members of objects and entries of arrays, in the whole body. */
  values: number;
  /** The code for a body with more members or values. */
  tooMany: ErrorCode;
}>;

const KIB = 1024;

const PUBLIC: BodyLimits = { bytes: 16 * KIB, members: 200, values: 1000, tooMany: 'VALIDATION_ERROR' };
const SINGLE: BodyLimits = { ...PUBLIC, bytes: 64 * KIB };
/** Each of 100 items may have 200 members, as in a single operation. */
const BULK: BodyLimits = { bytes: 1024 * KIB, members: 200, values: 20_000, tooMany: 'BULK_LIMIT_EXCEEDED' };

/** The limits of an operation: least for callers without a credential, most for bulk operations. */
export function bodyLimitsOf({ access, answer }: Readonly<{ access: string; answer: Shape<unknown> }>): BodyLimits {
  if (access === 'public') return PUBLIC;
  return answer.kind === 'bulk' ? BULK : SINGLE;
}
