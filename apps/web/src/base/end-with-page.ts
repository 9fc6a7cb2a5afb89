const ends = new Set<() => boolean>();
let isCut = false;

/**
 * Calls `end` when the page is left. WebKit keeps a page for the way back as it is: its worker, locks and transactions would
 * keep every other page waiting. Where `end` returns that it cut something off, the page is loaded again if it comes back.
 */
export function endWithPage(end: () => boolean): void {
  if (ends.size === 0 && typeof window !== 'undefined') {
    addEventListener('pagehide', () => {
      isCut = [...ends].map((one) => one()).includes(true);
    });
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted && isCut) location.reload();
    });
  }
  ends.add(end);
}
