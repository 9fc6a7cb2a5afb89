import type { Idempotency, SignedIn } from '@strongroom/application';
import { DomainError, defineValue, type Value } from '@strongroom/domain';
import { type Answer, errorBody } from '@strongroom/http-kernel';
import { refusalOf } from '../errors/errors.ts';
import { noteComponent, refTo } from './components.ts';
import { readFields } from './dto.ts';
import type { FieldClass } from './is.ts';
import type { BulkRow } from './shape.ts';

/** Maximum number of items in one request. */
const MAX_ITEMS = 100;

/** `items` of a bulk operation. Checks their number only; each item is validated on its own. */
export function itemsOf(item: FieldClass): Value<readonly unknown[]> {
  noteComponent(item);
  return defineValue({
    name: `${item.name}Items`,
    description: 'Items, processed in order; each is validated and authorised on its own.',
    schema: { type: 'array', items: refTo(item), minItems: 1, maxItems: MAX_ITEMS },
    rule: 'items',
    check: (input) => {
      if (!Array.isArray(input)) return 'must be a list';
      if (input.length === 0) return 'must have at least 1 entry';
      if (input.length > MAX_ITEMS)
        return { message: `must have at most ${MAX_ITEMS} entries`, code: 'BULK_LIMIT_EXCEEDED' };
      return undefined;
    },
  });
}

type Outcome<V> = Readonly<{ status: number; data: V }>;

/** Refuses by the role in the room, or in the folder that an item names. */
const BY_ROLE = 'INSUFFICIENT_ROOM_ROLE';

/**
 * Runs all items concurrently, so that their commits are batched, and answers one row per item, in order. The row of a
 * refused or failed item holds an error; a failure is also logged. Throws INSUFFICIENT_ROOM_ROLE if it refuses each item.
 */
export async function eachItem<T extends object, V extends object>(
  type: FieldClass<T>,
  items: readonly unknown[],
  work: (item: T, index: number) => Promise<Outcome<V>>,
): Promise<Answer<readonly BulkRow<V>[], 200>> {
  const faults: unknown[] = [];
  const byRole: DomainError[] = [];
  const data = await Promise.all(
    items.map(async (sent, index): Promise<BulkRow<V>> => {
      try {
        const { status, data: answer } = await work(readItem(type, sent), index);
        return { index, status, data: withoutMay(answer) };
      } catch (error) {
        if (error instanceof DomainError && error.code === BY_ROLE) byRole.push(error);
        const refusal = refusalOf(error);
        if (refusal.cause !== undefined) faults.push(error);
        return { index, status: refusal.status, error: errorBody(refusal).error };
      }
    }),
  );
  const [refusedByRole] = byRole;
  if (refusedByRole !== undefined && byRole.length === items.length) throw refusedByRole;
  return { status: 200, headers: [], content: { kind: 'json', data }, faults };
}

/** Items do not say what their caller may do: many would repeat what the next list says. */
const withoutMay = <V extends object>(answer: V): V => ('may' in answer ? { ...answer, may: undefined } : answer);

/** Reads one item as its class. Throws DomainError. */
function readItem<T extends object>(type: FieldClass<T>, sent: unknown): T {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw new DomainError('VALIDATION_ERROR', {
      details: [{ field: '', rule: 'object', message: 'an item must be a JSON object' }],
    });
  return readFields(type, { ...sent });
}

/** The context of one item, with an Idempotency-Key of its own. */
export const itemContext = (ctx: SignedIn, index: number): SignedIn =>
  ctx.idempotency === undefined ? ctx : { ...ctx, idempotency: itemKey(ctx.idempotency, index) };

/** The Idempotency-Keys of all possible items; empty if the client sent none. */
export const itemKeys = ({ idempotency }: SignedIn): readonly Idempotency[] =>
  idempotency === undefined ? [] : Array.from({ length: MAX_ITEMS }, (_, index) => itemKey(idempotency, index));

const itemKey = (idempotency: Idempotency, index: number): Idempotency => ({
  ...idempotency,
  key: `${idempotency.key}\n#${index}`,
});
