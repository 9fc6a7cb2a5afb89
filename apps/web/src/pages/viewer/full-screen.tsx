import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../design/controls.tsx';

/** Phones of Apple fill the screen with videos only. */
const CAN_FILL = document.fullscreenEnabled;

const isFilled = (): boolean => document.fullscreenElement !== null;

export async function toggleFullScreen(): Promise<void> {
  if (!CAN_FILL) return;
  // A browser may refuse, and nothing is lost.
  await (isFilled() ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined);
}

export function FullScreen(): ReactNode {
  const [isOn, setOn] = useState(isFilled);
  useEffect(() => {
    const changed = (): void => setOn(isFilled());
    document.addEventListener('fullscreenchange', changed);
    return () => {
      document.removeEventListener('fullscreenchange', changed);
      // The list behind it is read in a window.
      if (isFilled()) void document.exitFullscreen();
    };
  }, []);
  if (!CAN_FILL) return null;
  return (
    <span className="wide-only-inline">
      <Button
        icon={isOn ? 'shrink' : 'grow'}
        kind="quiet"
        label={isOn ? 'Leave full screen' : 'Full screen'}
        onPress={() => void toggleFullScreen()}
      />
    </span>
  );
}
