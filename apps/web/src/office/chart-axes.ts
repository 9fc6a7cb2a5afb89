import { isSet, settingOf, writtenText } from './chart-labels.ts';
import type { ChartAxis } from './chart-model.ts';
import { axisText, type Range, scaleOf } from './chart-scale.ts';
import { LARGEST } from './chart-values.ts';
import { childOf, type XmlElement } from './xml.ts';

const UNITS: Readonly<Record<string, number>> = {
  hundreds: 1e2,
  thousands: 1e3,
  tenThousands: 1e4,
  hundredThousands: 1e5,
  millions: 1e6,
  tenMillions: 1e7,
  hundredMillions: 1e8,
  billions: 1e9,
  trillions: 1e12,
};

type Wishes = Readonly<{ isFromZero: boolean; isShare: boolean; code: string }>;

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && Math.abs(Number(text)) < LARGEST ? Number(text) : undefined;

export const isAxisShown = (axis: XmlElement | undefined): boolean =>
  axis !== undefined && !isSet(childOf(axis, 'delete')) && settingOf(axis, 'tickLblPos') !== 'none';

export const isAxisReversed = (axis: XmlElement | undefined): boolean =>
  settingOf(axis, 'scaling', 'orientation') === 'maxMin';

/** An axis of values (ECMA-376, part 1, 21.2.2.226) with its ticks. `code`: the format of the numbers it shows. */
export function valueAxis(
  axis: XmlElement | undefined,
  range: Range,
  { isFromZero, isShare, code }: Wishes,
): ChartAxis {
  const [min, max, unit, logBase] = [
    numberOf(settingOf(axis, 'scaling', 'min')),
    numberOf(settingOf(axis, 'scaling', 'max')),
    numberOf(settingOf(axis, 'majorUnit')),
    numberOf(settingOf(axis, 'scaling', 'logBase')),
  ];
  const scale = scaleOf(range, {
    isFromZero,
    isShare,
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(unit !== undefined && { unit }),
    ...(logBase !== undefined && { logBase }),
  });
  const format = childOf(axis, 'numFmt')?.attributes;
  const isLinked = ['1', 'true'].includes(format?.['sourceLinked'] ?? '');
  const own = isLinked ? undefined : format?.['formatCode'];
  const shown = own !== undefined && own !== '' ? own : isShare ? '0%' : code;
  const named = settingOf(axis, 'dispUnits', 'builtInUnit');
  const divisor = UNITS[named ?? ''] ?? numberOf(settingOf(axis, 'dispUnits', 'custUnit')) ?? 1;
  const unitText =
    named === undefined || childOf(axis, 'dispUnits', 'dispUnitsLbl') === undefined
      ? ''
      : named.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return {
    min: scale.min,
    max: scale.max,
    ticks: scale.steps.map((at) => ({ at, text: axisText(at / (divisor || 1), shown) })),
    title: [writtenText(childOf(axis, 'title')), unitText].filter((text) => text !== '').join(', '),
    isShown: isAxisShown(axis),
    hasGrid: childOf(axis, 'majorGridlines') !== undefined,
    isReversed: isAxisReversed(axis),
    isLog: logBase !== undefined && logBase > 1 && range[1] > 0,
  };
}
