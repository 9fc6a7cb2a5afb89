import { type ReactNode, useState } from 'react';
import { Button } from '../../design/controls.tsx';
import { useCommands } from './use-commands.ts';

const STEP = 1.15;
const SMALLEST = 0.5;
const LARGEST = 3;

/** The size of a text or a table, which keys and its buttons change. */
export function useZoom(): Readonly<{ zoom: number; buttons: ReactNode }> {
  const [zoom, setZoom] = useState(1);
  const enlarge = (by: number): void => setZoom((before) => Math.min(LARGEST, Math.max(SMALLEST, before * by)));
  useCommands((command) => {
    if (command === 'larger') enlarge(STEP);
    else if (command === 'smaller') enlarge(1 / STEP);
    else if (command === 'real size' || command === 'whole page') setZoom(1);
    else return false;
    return true;
  });
  return {
    zoom,
    buttons: (
      <>
        <Button icon="minus" label="Smaller" onPress={() => enlarge(1 / STEP)} />
        <Button icon="plus" label="Larger" onPress={() => enlarge(STEP)} />
      </>
    ),
  };
}
