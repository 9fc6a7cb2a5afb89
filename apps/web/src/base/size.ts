const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** A size for people, as the command line shows it: `1.4 MiB`. */
export function size(bytes: number): string {
  if (bytes === 1) return '1 byte';
  const unit = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
  const value = bytes / 1024 ** unit;
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
}
