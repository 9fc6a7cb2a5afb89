import { foldedName, type File as RoomFile } from '@strongroom/client';
import { may } from '../../../base/may.ts';
import { freeName } from '../moving/moving.ts';

/** The choice for added files whose names others in the room have: a version of each, a number after the name, or not added. */
export type SameNameChoice = 'version' | 'both' | 'leave';

type Added = Readonly<{ folder: string; name: string }>;
type There = Pick<RoomFile, 'id' | 'folder' | 'name' | 'may'>;

/** An added file, the file in the room that has its name, and the name that keeps both. */
export type TakenName = Readonly<{
  added: Added & Readonly<{ size: number; modified_at?: string | undefined }>;
  there: RoomFile;
  numbered: string;
}>;

/** The choices for a name: a file that the person may not replace gets no version. */
export const waysFor = ({ there }: Readonly<{ there: Pick<RoomFile, 'may'> }>): readonly SameNameChoice[] =>
  may(there, 'file.replace') ? ['version', 'both', 'leave'] : ['both', 'leave'];

const keyOf = ({ folder, name }: Added): string => foldedName(`${folder}/${name}`);

/** Added files by the file in the room that has their name. Of several of one name it is the first. */
export function takenNames<T extends Added, Other extends There>(
  added: readonly T[],
  there: readonly Other[],
): ReadonlyMap<T, Other> {
  const known = new Map(there.toReversed().map((file) => [keyOf(file), file]));
  return new Map(
    added.flatMap((file) => {
      const other = known.get(keyOf(file));
      return other === undefined ? [] : [[file, other] as const];
    }),
  );
}

/** The added files whose names are taken, each with the name that it gets beside the other. */
export function questionsOf<T extends Added, Other extends There>(
  added: readonly T[],
  there: readonly Other[],
  coming: readonly Added[],
) {
  const taken = takenNames(added, there);
  const kept = applyChoice(added, { there, coming }, () => 'both');
  return added.flatMap((file, index) => {
    const other = taken.get(file);
    return other === undefined ? [] : [{ added: file, there: other, numbered: kept[index]?.name ?? file.name }];
  });
}

/**
 * The added files as a person decided. One whose name belongs to a file that they may not replace gets a number, and one
 * whose name a file has that is still on its way.
 */
export function applyChoice<T extends Added>(
  added: readonly T[],
  { there, coming }: Readonly<{ there: readonly There[]; coming: readonly Added[] }>,
  wayOf: (file: T) => SameNameChoice | undefined,
): readonly (T & Readonly<{ replaces?: string }>)[] {
  const taken = takenNames(added, there);
  const onTheirWay = new Set(coming.map(keyOf));
  const names = new Set([...there, ...added, ...coming].map(keyOf));
  return added.flatMap((file) => {
    const other = taken.get(file);
    if (other === undefined && !onTheirWay.has(keyOf(file))) return [file];
    const way = other && wayOf(file);
    if (way === 'leave') return [];
    if (other !== undefined && way === 'version' && may(other, 'file.replace'))
      return [{ ...file, name: other.name, replaces: other.id }];
    const name = freeName(file, (place) => names.has(keyOf(place)));
    names.add(keyOf({ ...file, name }));
    return [{ ...file, name }];
  });
}
