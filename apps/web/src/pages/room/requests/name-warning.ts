/** Invisible signs, some of which turn the direction of a text around. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const PROGRAM =
  /\.(?:app|bat|cmd|com|cpl|dmg|exe|gadget|hta|img|iso|jar|jse?|lnk|mjs|msc|msi|msp|pif|pkg|ps1|reg|scr|sh|url|vb[es]?|vhdx?|wsf|xll)$/i;
const MACROS = /\.(?:docm|dotm|xlsm|xltm|xlam|pptm|ppsm|potm)$/i;

/** A warning about the name of a file of a stranger, whose content is another matter. */
export function nameWarning(name: string): string | undefined {
  if (UNSEEN.test(name)) return 'The name holds signs that cannot be seen, which can hide its end.';
  if (PROGRAM.test(name.trimEnd().replace(/\.+$/, '')))
    return 'The name is that of a program. Opened, it can harm a computer.';
  if (MACROS.test(name)) return 'The name is that of a document with macros, which are programs.';
  return undefined;
}
