type Named = Readonly<{ id: string; name: string }>;

/** The room that an invitation leads into: the one that its mail names, or the only one. */
export function roomOfInvitation<T extends Named>(rooms: readonly T[], name: string | null): T | undefined {
  const named = rooms.filter((room) => room.name === name);
  const [only, ...others] = named.length > 0 ? named : rooms;
  return others.length === 0 ? only : undefined;
}
