/** The operand that names a room. */
export const ROOM_OPERAND = {
  name: 'ROOM',
  text: 'The room: its unique name, its id or the end of it.',
  completes: 'rooms',
} as const;

/** The operand of every command about a user. */
export const USER_OPERAND = {
  name: 'USER',
  text: 'The user: e-mail address, unique name, id or the end of it; `me` for yourself.',
  completes: 'users',
} as const;
