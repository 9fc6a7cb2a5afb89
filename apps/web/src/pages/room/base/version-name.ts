const endOf = (name: string): string => /\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? '';

/** The name of a file with another content: its own, or that of the added file where the kind is another one. */
export const nameOfVersion = (known: string, added: string): string => (endOf(known) === endOf(added) ? known : added);
