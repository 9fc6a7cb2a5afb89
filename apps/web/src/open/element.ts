/** Throws TypeError when the page has no element of that type and id. */
export function elementWithId<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new TypeError(`the page has no ${type.name} called ${id}`);
  return found;
}
