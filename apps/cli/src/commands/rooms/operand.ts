/** The operand that names a room. */
export const ROOM = {
  name: 'ROOM',
  text: 'The room: its unique name, its id or the end of it.',
  completes: 'rooms',
} as const;
