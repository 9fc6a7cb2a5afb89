import { goTo } from '../base/router.tsx';
import { leavePage } from '../base/unsaved.ts';

/** Pages of the service that are not of this application. */
const OTHER_PAGES = /^\/(docs|api|blobs|open|activate)(\/|$)/;

/** Lets links of the application change the page without a load. */
export function followLinks(): void {
  document.addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || link.target !== '' || link.origin !== location.origin || link.hasAttribute('download')) return;
    if (OTHER_PAGES.test(link.pathname)) return;
    if (link.pathname === location.pathname && link.hash !== '') return;
    event.preventDefault();
    const go = (): void => goTo(link.pathname + link.search + link.hash);
    if (link.pathname === location.pathname) go();
    else leavePage(go);
  });
}
