import { type ReactNode, useEffect, useState } from 'react';
import { leftSentence, speedOf, type TransferPace, timeLeft, withSample } from '../transfer/pace.ts';

type Props = Readonly<{ sent: number; total: number; isStopped: boolean }>;

/** The speed and the time until the rest is transferred, once the pace says something. */
export function TimeLeft({ sent, total, isStopped }: Props): ReactNode {
  const [pace, setPace] = useState<TransferPace>([]);
  useEffect(
    () => setPace((before) => (isStopped ? [] : withSample(before, { at: performance.now(), sent }))),
    [sent, isStopped],
  );
  const left = timeLeft(pace, total);
  const parts = [speedOf(pace), left !== undefined && leftSentence(left)].filter((part) => typeof part === 'string');
  return parts.length > 0 && <small className="soft">{parts.join(', ')}</small>;
}
