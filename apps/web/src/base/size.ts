const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** A size for people, as the command line shows it: `1.4 MiB`. */
export function formatSize(bytes: number): string {
  if (bytes === 1) return '1 byte';
  // By the rounded number, so that no size is 1024 of a unit.
  const fit = UNITS.findIndex((_, unit) => Math.round(bytes / 1024 ** unit) < 1024);
  const unit = fit < 0 ? UNITS.length - 1 : fit;
  const value = bytes / 1024 ** unit;
  return `${unit > 0 && value < 9.95 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
}
