import { useLayoutEffect, useState } from 'react';
import { fittingCount } from './fitting-count.ts';

type Parts = Readonly<{
  /** The names of all parts: another name is measured again. */
  names: readonly string[];
  /** Space between two parts, in pixels. */
  gap: number;
  /** Width of the button that opens those that do not fit. */
  buttonOf: (widths: readonly number[]) => number;
}>;

type Measured = Readonly<{ names: string; widths: readonly number[] }>;

/** The number of parts of a line that fit on it. All of them are drawn once, to be measured. */
export function useFittingCount({ names, gap, buttonOf }: Parts) {
  const [line, setLine] = useState<HTMLElement | null>(null);
  const [measured, setMeasured] = useState<Measured>();
  const [available, setAvailable] = useState(Number.POSITIVE_INFINITY);
  const joined = names.join('\n');
  const isMeasured = measured?.names === joined;
  useLayoutEffect(() => {
    if (line === null) return undefined;
    const update = (): void => setAvailable(line.clientWidth);
    update();
    const sizes = new ResizeObserver(update);
    sizes.observe(line);
    return () => sizes.disconnect();
  }, [line]);
  useLayoutEffect(() => {
    if (line === null || isMeasured) return;
    setMeasured({ names: joined, widths: [...line.children].map((part) => part.getBoundingClientRect().width) });
  }, [line, joined, isMeasured]);
  const count = isMeasured
    ? fittingCount({ widths: measured.widths, gap, button: buttonOf(measured.widths), available })
    : names.length;
  return { setLine, count };
}
