/**
 * Keys with one explanation, each with its command: `Ctrl+Shift+n`, where the command key of macOS counts as Ctrl. `mac`: shown in
 * their place on macOS. `also`: more keys for the same commands, which the help leaves out.
 */
export type KeyRow<C extends string> = Readonly<{ what: string; keys: Keys<C>; mac?: Keys<C>; also?: Keys<C> }>;
type Keys<C extends string> = Readonly<Record<string, C>>;

export type Press = Readonly<{ key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean }>;

/** The commands of a table by their keys. */
export const commandsOf = <C extends string>(rows: readonly KeyRow<C>[]): ReadonlyMap<string, C> =>
  new Map(rows.flatMap(({ keys, mac = {}, also = {} }) => [keys, mac, also].flatMap((some) => Object.entries(some))));

/** A key that is pressed, as a table names it. `isShifted`: whether Shift is part of its name. */
export function keyName({ key, ctrlKey, metaKey, shiftKey, altKey }: Press, isShifted = shiftKey): string {
  const name = key.length === 1 ? key.toLowerCase() : key;
  return `${altKey ? 'Alt+' : ''}${ctrlKey || metaKey ? 'Ctrl+' : ''}${isShifted ? 'Shift+' : ''}${name}`;
}
