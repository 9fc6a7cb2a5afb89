type Kept = Readonly<{ user: string; ids: readonly string[] }>;

const lists: string[] = [];

const read = (place: string): Kept | undefined => {
  const [user = '', ...ids] = (localStorage.getItem(place) ?? '').split(' ');
  return user === '' ? undefined : { user, ids };
};
/** The id of the person and those of the list, so that any text there can be read. */
const write = (place: string, { user, ids }: Kept): void => localStorage.setItem(place, [user, ...ids].join(' '));

/**
 * Ids that this browser keeps for one person, the latest first and at most `most`: no names, so that a name is shown only where
 * the service says it again. Sign-out removes them.
 */
export function idsOfPerson(place: string, most: number) {
  lists.push(place);
  const change = (changed: (ids: readonly string[]) => readonly string[]): void => {
    const kept = read(place);
    if (kept !== undefined) write(place, { ...kept, ids: changed(kept.ids).slice(0, most) });
  };
  return {
    kept: (): readonly string[] => read(place)?.ids ?? [],
    note: (id: string): void => change((ids) => [id, ...ids.filter((one) => one !== id)]),
    forget: (id: string): void => change((ids) => ids.filter((one) => one !== id)),
  };
}

/** Forgets what was kept for another person, or for one whose session has ended. */
export function keepIdsOf(userId: string | undefined): void {
  for (const place of lists)
    if (userId === undefined) localStorage.removeItem(place);
    else if (read(place)?.user !== userId) write(place, { user: userId, ids: [] });
}
