const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Formats a size for people. */
export function bytes(size: number): string {
  if (size === 1) return '1 byte';
  const unit = Math.min(Math.floor(Math.log2(Math.max(size, 1)) / 10), UNITS.length - 1);
  const number = size / 1024 ** unit;
  return `${number < 10 && unit > 0 ? number.toFixed(1) : Math.round(number)} ${UNITS[unit]}`;
}
