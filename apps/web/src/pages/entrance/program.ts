const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
/** Telephones name the system of computers too, so they come first. */
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** "Firefox on Linux", or the first word by which a program names itself. */
export function programOf(userAgent: string): string {
  const named = (list: readonly (readonly [string, string])[]): string | undefined =>
    list.find(([sign]) => userAgent.includes(sign))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser === undefined) return userAgent.split(/[\s/]/)[0] || 'Unknown program';
  return system === undefined ? browser : `${browser} on ${system}`;
}
