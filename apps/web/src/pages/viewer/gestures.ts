type Point = readonly [x: number, y: number];
type Gestures = Readonly<{
  /** By how much larger, and the point of the window that stays where it is. */
  onZoom: (factor: number, origin: Point) => void;
  onDoubleTap: (at: Point) => void;
}>;

const DOUBLE_MS = 350;
const NEAR = 30;
const WHEEL_STEP = 0.01;
const MAX_STEP = 0.3;

const distance = ([x, y]: Point, [otherX, otherY]: Point): number => Math.hypot(x - otherX, y - otherY);

/** Pinching, a double tap, and the wheel with Ctrl, which is how touchpads pinch. Returns what ends it. */
export function onGestures(element: HTMLElement, { onZoom, onDoubleTap }: Gestures): () => void {
  const stop = new AbortController();
  const options = { signal: stop.signal, passive: false };
  let apart = 0;
  let lastTap: Readonly<{ time: number; at: Point }> | undefined;
  const points = ({ touches }: TouchEvent): readonly Point[] =>
    Array.from(touches, ({ clientX, clientY }) => [clientX, clientY] as const);
  element.addEventListener(
    'touchstart',
    (event) => {
      const [one, other] = points(event);
      apart = one && other ? distance(one, other) : 0;
      if (other !== undefined) lastTap = undefined;
    },
    options,
  );
  element.addEventListener(
    'touchmove',
    (event) => {
      const [one, other] = points(event);
      if (!one || !other || apart === 0) return;
      event.preventDefault();
      const now = distance(one, other);
      onZoom(now / apart, [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2]);
      apart = now;
    },
    options,
  );
  element.addEventListener(
    'touchend',
    ({ timeStamp, changedTouches, touches }) => {
      const [touch] = changedTouches;
      if (touch === undefined || touches.length > 0) return;
      const at: Point = [touch.clientX, touch.clientY];
      if (lastTap && timeStamp - lastTap.time < DOUBLE_MS && distance(lastTap.at, at) < NEAR) {
        lastTap = undefined;
        onDoubleTap(at);
      } else lastTap = { time: timeStamp, at };
    },
    options,
  );
  element.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const step = Math.min(MAX_STEP, Math.max(-MAX_STEP, -event.deltaY * WHEEL_STEP));
      onZoom(Math.exp(step), [event.clientX, event.clientY]);
    },
    options,
  );
  return () => stop.abort();
}
