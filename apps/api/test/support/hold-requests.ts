import type { Page, Request } from 'playwright-core';

type Hold = Readonly<{ arrived: Promise<Request>; release: () => void }>;

/** Holds requests of a page to a path until they are released. */
export async function holdRequests(page: Page, path: string): Promise<Hold> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(path, async (route) => {
    await released;
    await route.continue();
  });
  return { arrived: page.waitForRequest(path), release: () => release() };
}
