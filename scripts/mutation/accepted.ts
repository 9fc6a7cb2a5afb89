/** A mutant that no test has to notice. */
export type Accepted = Readonly<{
  file: string;
  /** A part of the source line, as it is without the mutant. */
  line: string;
  /** The mutated text, where the line has mutants that must be noticed. */
  becomes?: string;
  why: string;
}>;

const MODEL = 'packages/domain/src/model';
const VALUES = 'packages/domain/src/values';
const POLICY = 'packages/domain/src/policy';
const KERNEL = 'packages/application/src/kernel';

export const ACCEPTED: readonly Accepted[] = [
  {
    file: `${VALUES}/labels.ts`,
    line: 'return rankA >= rankB ? a : b;',
    becomes: 'rankA > rankB',
    why: 'Labels of equal rank are the same label.',
  },
  {
    file: `${VALUES}/numbers.ts`,
    line: "typeof input !== 'number' || !Number.isInteger(input)",
    becomes: 'false',
    why: '`Number.isInteger` refuses everything that is not a number; the first check is for the compiler.',
  },
  {
    file: `${VALUES}/time.ts`,
    line: '(a > b ? a : b)',
    becomes: 'a >= b',
    why: 'Equal moments: either is the later one.',
  },
  {
    file: `${VALUES}/time.ts`,
    line: '(a < b ? a : b)',
    becomes: 'a <= b',
    why: 'Equal moments: either is the earlier one.',
  },
  {
    file: `${MODEL}/invitation-mail.ts`,
    line: 'if (invitation === undefined) throw new TypeError',
    why: '`inviteUser` always adds an invitation; the check is for the compiler.',
  },
  {
    file: `${MODEL}/organisation.ts`,
    line: 'label === used[index]?.label',
    becomes: 'used[index].label',
    why: 'Both lists have the same length here; the `?` is for the compiler.',
  },
  {
    file: `${MODEL}/room.ts`,
    line: '(room.ownersTakenBy ?? [])',
    becomes: '["Stryker was here"]',
    why: 'An entry without a user and a time counts as expired.',
  },
  {
    file: `${POLICY}/decision.ts`,
    line: "if (!named) throw new TypeError('a policy names at least one rule that grants');",
    why: 'Every row has a granting rule, as `rules.test.ts` checks; the throw is for the compiler.',
  },
  {
    file: `${KERNEL}/denied.ts`,
    line: "decision.refusal ?? 'INTERNAL_ERROR'",
    why: 'A refusal always names a code; the other is for the compiler.',
  },
  {
    file: `${KERNEL}/lists.ts`,
    line: "order: list.order ?? 'newest'",
    becomes: '""',
    why: 'Newest first is the order of every store unless another is asked for.',
  },
  {
    file: `${KERNEL}/lists.ts`,
    line: '[undefined, undefined]',
    becomes: '[]',
    why: 'Nothing and two undefined values are the same in this assignment.',
  },
  {
    file: `${KERNEL}/lists.ts`,
    line: "[position, counted, id = '']",
    why: 'Every cursor of this list holds an id; the default is for the compiler.',
  },
  {
    file: `${KERNEL}/lists.ts`,
    line: "[order, id = '', total]",
    why: 'Every cursor of this list holds an id; the default is for the compiler.',
  },
  {
    file: `${KERNEL}/network.ts`,
    line: "const [head = '', tail]",
    why: '`split` returns at least one part; the default is for the compiler.',
  },
  {
    file: `${KERNEL}/network.ts`,
    line: "tail === undefined || tail === ''",
    why: 'Only the first four groups are used, and the last one differs.',
  },
  {
    file: `${KERNEL}/identity-map.ts`,
    line: "if ('uniqueKey' in ref)",
    becomes: 'true',
    why: 'It adds the holder of a key that no one asks for.',
  },
  {
    file: `${KERNEL}/identity-map.ts`,
    line: 'if (id !== undefined) this.#raw.set',
    becomes: 'true',
    why: 'It adds a document under an id that no one asks for.',
  },
  {
    file: `${KERNEL}/identity-map.ts`,
    line: 'if (holder === undefined) throw new TypeError',
    becomes: 'false',
    why: 'The search by id, which follows, throws the same error.',
  },
  {
    file: `${KERNEL}/identity-map.ts`,
    line: '(this.#raw.get(at)?.uniqueKeys ?? [])',
    becomes: '["Stryker was here"]',
    why: 'It frees a key that no document has.',
  },
  {
    file: `${KERNEL}/identity-map.ts`,
    line: 'state === undefined ? [] : collection.uniqueKeys',
    becomes: '["Stryker was here"]',
    why: 'It frees a key that no document has.',
  },
  {
    file: `${KERNEL}/operation-runner.ts`,
    line: 'if (outcome === undefined) throw new TypeError',
    why: 'Every call gets an outcome; the check is for the compiler.',
  },
  {
    file: `${KERNEL}/operation-runner.ts`,
    line: 'if (outcome) outcomes.push(outcome);',
    becomes: 'true',
    why: 'Every call gets an outcome; the check is for the compiler.',
  },
  {
    file: `${KERNEL}/operation-runner.ts`,
    line: 'scheme: LabelScheme = []',
    why: 'An operation without a scheme has the system as its author, whose refusals are not recorded.',
  },
  {
    file: `${KERNEL}/slots.ts`,
    line: 'const next = line?.waiting.shift();',
    becomes: 'line.waiting',
    why: 'A task that leaves has a line; the `?` is for the compiler.',
  },
  {
    file: `${KERNEL}/slots.ts`,
    line: 'else if (line && --line.count === 0) this.#taken.delete(name);',
    becomes: ';',
    why: 'An empty line is deleted to free memory; a line that stays lets the same tasks run.',
  },
  {
    file: `${KERNEL}/in-file.ts`,
    line: 'if (!isThere(room) || !isPresent(file)) throw new TypeError',
    why: 'The policy allows nothing without it; the check is for the compiler.',
  },
  {
    file: `${KERNEL}/in-room.ts`,
    line: 'if (!isThere(room)) throw new TypeError',
    why: 'The policy allows nothing without it; the check is for the compiler.',
  },
  {
    file: `${KERNEL}/in-unit.ts`,
    line: 'if (unit === undefined) throw new TypeError',
    why: 'The policy allows nothing without it; the check is for the compiler.',
  },
  {
    file: `${KERNEL}/on-user.ts`,
    line: 'if (target === undefined) throw new TypeError',
    why: 'The policy allows nothing without it; the check is for the compiler.',
  },
  {
    file: `${KERNEL}/sight.ts`,
    line: "(ctx.credential.kind === 'token' ? user?.tokens : user?.sessions) ?? []",
    becomes: 'user.tokens',
    why: 'A user is never removed from the store; this is for the compiler.',
  },
  {
    file: `${KERNEL}/sight.ts`,
    line: "(ctx.credential.kind === 'token' ? user?.tokens : user?.sessions) ?? []",
    becomes: '["Stryker was here"]',
    why: 'A user is never removed from the store; this is for the compiler.',
  },
  {
    file: `${KERNEL}/sight.ts`,
    line: "credential === undefined || user.status !== 'active'",
    becomes: 'false',
    why: 'Only an active user has a credential, so the check before it refuses the same callers.',
  },
  {
    file: `${KERNEL}/active-owners.ts`,
    line: '(document ? [{ collection: users.name, document }] : [])',
    becomes: '["Stryker was here"]',
    why: 'A user is never removed from the store; this is for the compiler.',
  },
  {
    file: `${KERNEL}/active-owners.ts`,
    line: "snapshot.find(users, id)?.status !== 'invited'",
    becomes: 'snapshot.find(users, id).status',
    why: 'A user is never removed from the store; this is for the compiler.',
  },
  {
    file: `${KERNEL}/active-owners.ts`,
    line: 'new Set(isNeeded ? room.owners : [])',
    becomes: '["Stryker was here"]',
    why: 'It reads a user whom no one asks for.',
  },
  {
    file: `${KERNEL}/active-owners.ts`,
    line: 'known.size === 0 ? [] : await deps.documents.read',
    why: 'Reading nothing gives nothing; the check saves the call.',
  },
  {
    file: `${KERNEL}/at-unit.ts`,
    line: 'ctx.located.unitLine ?? [ids.uuid<OrgUnitId>()]',
    becomes: '[]',
    why: 'The answer is the same; the search makes a missing unit cost as much as a hidden one.',
  },
  {
    file: `${KERNEL}/at-unit.ts`,
    line: 'line.slice(-1).map((id) => refTo(orgUnits, id))',
    becomes: 'line',
    why: 'It also reads the units above, which no one asks for.',
  },
  {
    file: `${KERNEL}/at-unit.ts`,
    line: 'own === undefined ? undefined : uow.find(orgUnits, own)',
    becomes: 'false',
    why: 'A line has at least one unit; the check is for the compiler.',
  },
  {
    file: `${KERNEL}/operation-on.ts`,
    line: '(serializeOn === undefined ? {} : { serializeOn })',
    becomes: 'false',
    why: 'An option that is undefined is the same as none.',
  },
  {
    file: `${KERNEL}/operation-on.ts`,
    line: '(loadMore === undefined ? {} : { loadMore })',
    becomes: 'false',
    why: 'An option that is undefined is the same as none.',
  },
  {
    file: `${KERNEL}/operation-on.ts`,
    line: '(operation.loadMore === undefined ? {} : { loadMore: operation.loadMore })',
    becomes: 'false',
    why: 'An option that is undefined is the same as none.',
  },
  {
    file: `${KERNEL}/operation-runner.ts`,
    line: 'refs.length === 0 ? [] : await',
    becomes: '["Stryker was here"]',
    why: 'Documents without a ref are not looked at.',
  },
  {
    file: `${KERNEL}/operation-runner.ts`,
    line: "if (actor.type === 'user' && identityMap.knows(users, actor.id)",
    becomes: 'true',
    why: 'Only a user has an id under which a user was read.',
  },
];
