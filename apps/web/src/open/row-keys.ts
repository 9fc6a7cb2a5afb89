/**
 * Makes the rows of a list one Tab stop: Tab goes through the buttons of one row, arrows lead to the other rows, Home and End to
 * the first and the last. Left and right go along a row, and close and open a folder.
 */
export function followArrows(list: HTMLElement): void {
  stopAt(list, rowsOf(list)[0]);
  list.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) stopAt(list, target.closest('.entry'));
  });
  list.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (!(target instanceof HTMLButtonElement) || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = targetOf(list, target, key);
    if (to === undefined) return;
    event.preventDefault();
    to.focus();
  });
}

const rowsOf = (list: HTMLElement): readonly Element[] =>
  [...list.querySelectorAll('.entry')].filter((row) => row.closest('[hidden]') === null);
const buttonsOf = (row: Element | undefined | null): readonly HTMLButtonElement[] => [
  ...(row?.querySelectorAll('button') ?? []),
];

/** Only the buttons of one row are on the way of Tab. */
export function stopAt(list: HTMLElement, row: Element | undefined | null): void {
  for (const button of list.querySelectorAll('button')) button.tabIndex = -1;
  for (const button of buttonsOf(row)) button.tabIndex = 0;
}

function targetOf(list: HTMLElement, from: HTMLButtonElement, key: string): HTMLButtonElement | undefined {
  const rows = rowsOf(list);
  const row = from.closest('.entry');
  const place = rows.findIndex((one) => one === row);
  const column = buttonsOf(row).indexOf(from);
  if (key === 'ArrowDown') return like(from, rows[place + 1]);
  if (key === 'ArrowUp') return like(from, rows[place - 1]);
  if (key === 'Home') return like(from, rows[0]);
  if (key === 'End') return like(from, rows.at(-1));
  if (key === 'ArrowRight' && from.ariaExpanded === 'false') return open(from);
  if (key === 'ArrowRight') return buttonsOf(row)[column + 1];
  if (key !== 'ArrowLeft') return undefined;
  if (column > 0) return buttonsOf(row)[column - 1];
  if (from.ariaExpanded === 'true') return open(from);
  const folder = row?.parentElement?.closest('ul')?.parentElement;
  return buttonsOf(folder?.querySelector('.entry'))[0];
}

/** The button of a row that does the same. */
function like({ className }: HTMLButtonElement, row: Element | undefined): HTMLButtonElement | undefined {
  const buttons = buttonsOf(row);
  return buttons.find((button) => button.className === className) ?? buttons[0];
}

function open(folder: HTMLButtonElement): HTMLButtonElement {
  folder.click();
  return folder;
}
