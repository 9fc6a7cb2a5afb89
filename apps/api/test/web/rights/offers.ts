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

/** Chooses an item of a menu of the page that is open, and reads the buttons and fields of the dialog, which it closes. */
export async function dialogOf(page: AnyPage, label: string, item: string): Promise<readonly string[]> {
  return (await run(
    page,
    `
  await press(${JSON.stringify(label)}, ${JSON.stringify(item)});
  const dialog = () => document.querySelector('[role=dialog], [role=alertdialog]');
  await until(() => dialog() !== null);
  await settled();
  const names = all('button, label', dialog()).map(nameOf);
  dialog().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await until(() => dialog() === null);
  return JSON.stringify(names);`,
  )) as readonly string[];
}
