import { type Decision, decide, type File, isThere, leadsThroughOwners, parentPath } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedDocument } from '../../kernel/identity-map.ts';
import type { InRoom } from '../../kernel/in-room.ts';
import type { AtRoom } from '../../kernel/sight.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { WayToFolder } from './way-to-folder.ts';

/** The folders that the confirmation of an upload makes on its way. */
export class MakingOnConfirmation {
  readonly #deps: Pick<Deps, 'documents'>;
  #way: WayToFolder | undefined;

  constructor(deps: Pick<Deps, 'documents'>) {
    this.#deps = deps;
  }

  /** Reads them where not every contributor makes folders. */
  async load(file: File | undefined, room: AtRoom['room']): Promise<readonly ListedDocument[]> {
    this.#way = undefined;
    if (file?.status !== 'pending' || !isThere(room)) return [];
    const folder = file.replaces === undefined ? file.folder : file.replaces.folder;
    if (folder === undefined || !leadsThroughOwners(room, folder)) return [];
    this.#way = new WayToFolder(this.#deps, room.id, folder);
    return this.#way.loadSpellings();
  }

  /** The refusal of the first folder that is not seen and that the user may not make. */
  refusal(uow: UnitOfWork, at: InRoom): Decision | undefined {
    return this.#way
      ?.find(uow, at)
      .steps.filter(({ isSeen }) => !isSeen)
      .map(({ path }) => decide('folder.make', { ...at, place: parentPath(path) }))
      .find(({ effect }) => effect === 'deny');
  }
}
