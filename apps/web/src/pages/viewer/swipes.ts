type Touch = Readonly<{ x: number; y: number; time: number }>;

const FAR = 60;
const LONGEST_MS = 700;

/** The way that a finger went: to the left leads on, as leafing through a book does. */
export function swipeOf(from: Touch, to: Touch): 'next page' | 'previous page' | undefined {
  const [right, down] = [to.x - from.x, Math.abs(to.y - from.y)];
  if (Math.abs(right) < FAR || down * 2 > Math.abs(right) || to.time - from.time > LONGEST_MS) return undefined;
  return right < 0 ? 'next page' : 'previous page';
}

/** Whether a finger on the element scrolls something sideways, or moves a control. */
function isTaken(target: EventTarget | null, root: HTMLElement): boolean {
  for (let one = target instanceof Element ? target : null; one !== null && one !== root; one = one.parentElement) {
    if (one.matches('input, textarea, button, [role=listbox]')) return true;
    if (one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX)) return true;
  }
  return false;
}

/** Calls `run` for each swipe of one finger on an element. Returns what ends it. */
export function onSwipes(root: HTMLElement, run: (command: 'next page' | 'previous page') => void): () => void {
  const stop = new AbortController();
  let begun: Touch | undefined;
  const touchOf = ({ changedTouches: [touch], timeStamp }: TouchEvent): Touch | undefined =>
    touch && { x: touch.clientX, y: touch.clientY, time: timeStamp };
  const options = { signal: stop.signal, passive: true };
  root.addEventListener(
    'touchstart',
    (event) => {
      begun = event.touches.length === 1 && !isTaken(event.target, root) ? touchOf(event) : undefined;
    },
    options,
  );
  root.addEventListener(
    'touchend',
    (event) => {
      const ended = touchOf(event);
      const command = begun && ended && event.touches.length === 0 ? swipeOf(begun, ended) : undefined;
      begun = undefined;
      if (command !== undefined) run(command);
    },
    options,
  );
  return () => stop.abort();
}
