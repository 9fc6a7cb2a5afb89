/** A page of any browser. */
export type AnyPage = Readonly<{ evaluate: (expression: string) => Promise<unknown> }>;

/** A page of the application as a person reads it. */
export type Offered = Readonly<{
  /** Links of the navigation and of the parts of a room. */
  links: readonly string[];
  buttons: readonly string[];
  /** The items of each menu, by the label of its button. */
  menus: Readonly<Record<string, readonly string[]>>;
}>;

/** Runs in the page. Waits for changes of the page, opens every menu as a screen reader does, and reads it. */
const READ = `
  const until = (done) => new Promise((resolve) => {
    if (done()) return resolve();
    const observer = new MutationObserver(() => {
      if (!done()) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  const isLoaded = () =>
    document.querySelector('main h1') !== null && document.querySelector('[role=status] .hidden-visually') === null;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const nameOf = (one) => {
    const ids = (one.getAttribute('aria-labelledby') ?? '').split(' ').filter((id) => id !== '');
    const parts = ids.map((id) => document.getElementById(id)?.textContent ?? '');
    return (one.getAttribute('aria-label') ?? (parts.join(' ').trim() || one.textContent)).trim();
  };
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const open = async (button) => {
    button.click();
    await until(() => document.querySelector('[role=menu]') !== null);
    return document.querySelector('[role=menu]');
  };
  const press = async (label, item) => {
    const menu = await open(all('main button').find((one) => nameOf(one) === label));
    all('[role=menuitem]', menu).find((one) => nameOf(one) === item).click();
    await until(() => document.querySelector('[role=menu]') === null);
  };
  const settled = async () => {
    await until(isLoaded);
    await drawn();
    await until(isLoaded);
  };
`;

const run = async (page: AnyPage, script: string): Promise<unknown> =>
  JSON.parse(String(await page.evaluate(`(async () => { ${READ} ${script} })()`)));

/** Follows a link inside of the application, whose parts stay loaded, and reads what the page offers. */
export async function offersOf(page: AnyPage, path: string): Promise<Offered> {
  return (await run(
    page,
    `
  history.pushState(null, '', ${JSON.stringify(path)});
  dispatchEvent(new PopStateEvent('popstate'));
  await drawn();
  await settled();
  const menus = {};
  for (const button of all('main button[aria-haspopup=true]')) {
    const label = nameOf(button);
    if (!label.startsWith('Actions for')) continue;
    const menu = await open(button);
    menus[label] = all('[role=menuitem]', menu).map(nameOf);
    menu.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await until(() => document.querySelector('[role=menu]') === null);
  }
  const links = all('nav[aria-label=Main] a, nav[aria-label="Parts of the room"] a, main a').map(nameOf);
  return JSON.stringify({ links, buttons: all('main button').map(nameOf), menus });`,
  )) as Offered;
}

/** A dialog as a person reads it, with the choices of each of its selects by the label of the select. */
export type Dialog = Readonly<{ names: readonly string[]; choices: Readonly<Record<string, readonly string[]>> }>;

export const NO_DIALOG: Dialog = { names: [], choices: {} };

/** Presses a button of the page that is open, and an item of its menu if one is named; reads the dialog and closes it. */
export async function dialogOf(page: AnyPage, button: string, item?: string): Promise<Dialog> {
  return (await run(
    page,
    `
  const [button, item] = ${JSON.stringify([button, item])};
  if (item) await press(button, item);
  else all('main button').find((one) => nameOf(one) === button).click();
  const dialog = () => document.querySelector('[role=dialog], [role=alertdialog]');
  await until(() => dialog() !== null);
  await settled();
  const names = all('button, label', dialog()).map(nameOf);
  const choices = {};
  for (const select of all('button[aria-haspopup=listbox]', dialog())) {
    select.click();
    await until(() => document.querySelector('[role=listbox]') !== null);
    const list = document.querySelector('[role=listbox]');
    const label = select.closest('.field').querySelector('.label').textContent;
    choices[label] = all('[role=option]', list).map((one) => one.querySelector('div').firstChild.textContent);
    list.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await until(() => document.querySelector('[role=listbox]') === null);
  }
  dialog().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  // The browser leaves the entry of the dialog a moment later.
  await until(() => dialog() === null);
  while (history.state?.layer !== undefined) await drawn();
  return JSON.stringify({ names, choices });`,
  )) as Dialog;
}
