import { DomainError } from '@strongroom/domain';
import type { BodyLimits } from '@strongroom/http-kernel';
import { refuseFields } from '../describe/dto.ts';
import type { Shape } from '../describe/shape.ts';

const KIB = 1024;

const refuseMany = (message: string): never => refuseFields([{ field: '', rule: 'members', message }]);
const refuseBulk = (message: string): never => {
  throw new DomainError('BULK_LIMIT_EXCEEDED', { message: `${message.charAt(0).toUpperCase()}${message.slice(1)}.` });
};

const PUBLIC: BodyLimits = { bytes: 16 * KIB, members: 200, values: 1000, refuseMany };
const SINGLE: BodyLimits = { ...PUBLIC, bytes: 64 * KIB };
/** Each of 100 items may have 200 members, as in a single operation. */
const BULK: BodyLimits = { bytes: 1024 * KIB, members: 200, values: 20_000, refuseMany: refuseBulk };

type Traits = Readonly<{ access: string; answer: Shape<unknown>; takesMany?: boolean }>;

/** The limits of an operation: least for callers without a credential, most for those that take many items. */
export function bodyLimitsOf({ access, answer, takesMany = false }: Traits): BodyLimits {
  if (access === 'public') return PUBLIC;
  return answer.kind === 'bulk' || takesMany ? BULK : SINGLE;
}
