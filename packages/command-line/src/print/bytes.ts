const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Formats a size for people. */
export function formatBytes(size: number): string {
  if (size === 1) return '1 byte';
  // By the rounded number, so that no size is 1024 of a unit.
  const fit = UNITS.findIndex((_, unit) => Math.round(size / 1024 ** unit) < 1024);
  const unit = fit < 0 ? UNITS.length - 1 : fit;
  const number = size / 1024 ** unit;
  return `${unit > 0 && number < 9.95 ? number.toFixed(1) : Math.round(number)} ${UNITS[unit]}`;
}
