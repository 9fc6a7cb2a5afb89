import { DomainError, type UserId } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import { logError } from '@strongroom/store-kit';
import { SYSTEM } from '../../kernel/audit-entry.ts';
import type { Deps } from '../../kernel/deps.ts';
import { userTarget } from '../../kernel/targets.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { everyListed } from '../../store/every-listed.ts';
import { ORGANISATION, organisations } from '../../store/organisation.ts';
import { erasedUsers, users } from '../../store/users.ts';
import { type ErasingDeps, eraseInSlices } from './erasing.ts';
import { withOwnersInStep } from './owners-in-step.ts';

const IN_ONE_READ = 200;

const NOT_ERASED = 'people of the list of erased people could not be erased';
/** No store can be without an owner, and only a person can say who the next one is. */
const ONLY_OWNER =
  'the only owner of this store is an erased person: make a token with "strongroom-admin owner-token --new", invite another owner with it, and they are erased within a minute of the activation';

/** Keeps the list of erased people and the store in step: a store that was restored has people who were erased since its backup. */
export class ErasedAgain {
  readonly #deps: ErasingDeps & Pick<Deps, 'erasedPeople' | 'log'>;
  #isPending: boolean;
  /** Whether the list has every erased user of the store. */
  #isListed = false;
  #reported: string | undefined;

  constructor(deps: ErasingDeps & Pick<Deps, 'erasedPeople' | 'log'>) {
    this.#deps = deps;
    this.#isPending = deps.erasedPeople !== undefined;
  }

  /** Whether the store may hold a user whom the list names. */
  get isPending(): boolean {
    return this.#isPending;
  }

  /** Erases the people of the list that the store still has. A store that takes no writes is tried again by the next call. */
  async apply(): Promise<void> {
    try {
      await this.#apply();
      this.#isPending = false;
      this.#reported = undefined;
    } catch (error) {
      if (!(error instanceof Unavailable || error instanceof DomainError)) throw error;
      this.#isPending = true;
      if (this.#reported === error.message) return;
      this.#reported = error.message;
      const isLastOwner = error instanceof DomainError && error.code === 'LAST_OWNER';
      logError(this.#deps.log, 'warn', isLastOwner ? ONLY_OWNER : NOT_ERASED, error);
    }
  }

  async #apply(): Promise<void> {
    const { erasedPeople, documents } = this.#deps;
    if (erasedPeople === undefined) return;
    const known = await erasedPeople.ids();
    const ids = [...known];
    for (let start = 0; start < ids.length; start += IN_ONE_READ) {
      const found = await documents.read(ids.slice(start, start + IN_ONE_READ).map((id) => refTo(users, id)));
      for (const document of found) {
        const user = document && stateOf(users, document);
        if (user !== undefined && user.erasedAt === undefined) await this.#erase(user.id);
      }
    }
    if (this.#isListed) return;
    const missing: UserId[] = [];
    for await (const { id } of everyListed(documents, users, [erasedUsers])) if (!known.has(id)) missing.push(id);
    if (missing.length > 0) await erasedPeople.note(missing);
    this.#isListed = true;
  }

  async #erase(userId: UserId): Promise<void> {
    const { loadMore, erase, finish } = eraseInSlices(this.#deps, userId);
    const epoch = await this.#deps.runner.run({
      author: SYSTEM,
      refs: [refTo(users, userId), refTo(organisations, ORGANISATION)],
      serializeOn: userId,
      loadMore,
      apply: (uow) => {
        const before = uow.get(users, userId);
        const after = erase(uow, before, undefined);
        if (after !== before) {
          uow.put(users, after);
          withOwnersInStep(uow, before, after);
          uow.record({ type: 'user.erased', target: userTarget(userId), data: {} });
        }
        return after.epoch;
      },
    });
    await finish(epoch);
  }
}
