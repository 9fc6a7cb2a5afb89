import { type ReactNode, type RefCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../../design/controls.tsx';
import { onGestures } from './gestures.ts';
import { useCommands } from './use-commands.ts';

const STEP = 1.15;
const SMALLEST = 0.5;
const LARGEST = 3;

const TAPPED = 1.5;

/** `place` takes the element on which two fingers change the size. */
type Zoom = Readonly<{ zoom: number; buttons: ReactNode; place: RefCallback<HTMLElement> }>;

/** The size of a text or a table, which keys, its buttons, two fingers and two taps change. */
export function useZoom(): Zoom {
  const [zoom, setZoom] = useState(1);
  const enlarge = (by: number): void => setZoom((before) => Math.min(LARGEST, Math.max(SMALLEST, before * by)));
  const tap = useRef(() => {});
  useEffect(() => {
    tap.current = () => setZoom(zoom === 1 ? TAPPED : 1);
  });
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(
    () => (place === null ? undefined : onGestures(place, { onZoom: enlarge, onDoubleTap: () => tap.current() })),
    [place],
  );
  useCommands((command) => {
    if (command === 'larger') enlarge(STEP);
    else if (command === 'smaller') enlarge(1 / STEP);
    else if (command === 'real size' || command === 'whole page') setZoom(1);
    else return false;
    return true;
  });
  return {
    zoom,
    place: setPlace,
    buttons: (
      <>
        <Button icon="minus" label="Smaller" onPress={() => enlarge(1 / STEP)} />
        <Button icon="plus" label="Larger" onPress={() => enlarge(STEP)} />
      </>
    ),
  };
}
