import { describe, expect, test } from '@jest/globals';
import type { Response } from 'playwright-core';
import { drawn } from '../tab.ts';
import { FILES, LONG_NAME, page, place, viewerOfFiles } from './files.ts';
import { current, endOfFind, expectPage, picture, printed, settled, topOfPages } from './steps.ts';

viewerOfFiles();

describe('a PDF', () => {
  test('fills the window, and the back button closes it and shows the list', async () => {
    await place.open('a contract.pdf');
    await page.getByText('Clause 1 of the contract').waitFor();
    const box = await page.getByRole('dialog').boundingBox();
    expect([box?.x, box?.y, box?.width, box?.height]).toEqual([0, 0, 1280, 720]);
    expect(new URL(page.url()).searchParams.get('file')).not.toBeNull();
    expect(await page.title()).toBe('a contract.pdf · Strongroom');
    expect(await page.getByText(`File 1 of ${FILES.length}`, { exact: true }).isVisible()).toBe(true);
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).toBe(place.url);
    await page.goForward();
    await page.getByRole('dialog', { name: 'a contract.pdf' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).toBe(place.url);
    expect(await page.title()).toBe('Falcon · Strongroom');
  });

  test('is read by keys, by its page field, and by its contents', async () => {
    await place.open('a contract.pdf');
    await page.getByText('Clause 1 of the contract').waitFor();
    // As wide as the window, but not above real size: 8.5 inches.
    expect((await page.locator('.page').first().boundingBox())?.width).toBeLessThan(820);
    expect(await page.getByRole('button', { name: 'Automatic' }).count()).toBe(1);
    await page.keyboard.press('End');
    await page.getByText('Clause 12 of the contract').waitFor();
    expect(await current(page)).toBe('12');
    await page.keyboard.press('ArrowLeft');
    await expectPage(page, '11');
    await page.keyboard.press('Home');
    await expectPage(page, '1');
    await page.keyboard.press('Control+Shift+N');
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    await expectPage(page, '7');
    await page.getByRole('button', { name: 'Pages and contents' }).click();
    await page.getByRole('button', { name: 'Chapter 3' }).click();
    await expectPage(page, '3');
    await page.getByRole('button', { name: 'Pages', exact: true }).click();
    await page.getByRole('button', { name: 'Page 4', exact: true }).click();
    await expectPage(page, '4');
    await picture(page, 'pdf-side');
  });

  test('is printed whole, leafed through by a finger, and fills the screen', async () => {
    await place.open('a contract.pdf');
    await page.getByText('Clause 1 of the contract').waitFor();
    expect(await printed(page)).toMatchObject({ pictures: 12 });
    await page.evaluate(`(() => {
      const box = document.querySelector('.pdf-place');
      const at = (x) => new Touch({ identifier: 1, target: box, clientX: x, clientY: 400 });
      const options = { bubbles: true };
      box.dispatchEvent(new TouchEvent('touchstart', { ...options, touches: [at(600)], changedTouches: [at(600)] }));
      box.dispatchEvent(new TouchEvent('touchend', { ...options, touches: [], changedTouches: [at(400)] }));
    })()`);
    await expectPage(page, '2');
    await page.getByRole('button', { name: 'Full screen', exact: true }).click();
    await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
    await picture(page, 'pdf-tools');
  });

  test('stays on its page when it is turned, with its thumbnails', async () => {
    await place.open('a contract.pdf');
    await page.getByText('Clause 1 of the contract').waitFor();
    await page.getByRole('button', { name: 'Pages and contents' }).click();
    await page.getByRole('button', { name: 'Pages', exact: true }).click();
    await page.getByRole('button', { name: 'Page 5', exact: true }).click();
    await expectPage(page, '5');
    for (const zoom of ['Control+2', 'Control+0', 'Control+1'])
      for (const isWide of [true, false]) {
        await page.keyboard.press(zoom);
        await page.keyboard.press('r');
        await page.evaluate(`new Promise((resolve) => {
          const look = () => {
            const { width, height } = document.querySelector('[aria-label="Page 5"] canvas');
            return (width > height) === ${isWide} ? resolve() : requestAnimationFrame(look);
          };
          look();
        })`);
        await settled(page);
        expect(await current(page)).toBe('5');
      }
  });

  test('keeps a step that a change of size follows at once', async () => {
    await place.open('a contract.pdf');
    await page.getByText('Clause 1 of the contract').waitFor();
    await page.evaluate(`for (const key of ['ArrowRight', '+'])
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`);
    await page.getByRole('button', { name: '%' }).waitFor();
    await settled(page);
    expect(await current(page)).toBe('2');
  });

  test('is searched, and enlarged', async () => {
    await place.open('a contract.pdf');
    await page.getByText('Clause 1 of the contract').waitFor();
    await page.keyboard.press('Control+F');
    await page.keyboard.type('clause');
    await page.getByText('1 of 12', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('2 of 12', { exact: true }).waitFor();
    expect(await endOfFind(page)).toBeLessThanOrEqual(await topOfPages(page));
    await page.keyboard.press('Shift+Enter');
    await page.getByText('1 of 12', { exact: true }).waitFor();
    await picture(page, 'pdf-find');
    await page.getByRole('textbox', { name: 'Find' }).fill('nowhere');
    await page.getByText('Not found').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('search').waitFor({ state: 'detached' });
    const width = async () => {
      await drawn(page);
      return (await page.locator('.page').first().boundingBox())?.width ?? 0;
    };
    await page.keyboard.press('Control+1');
    await page.getByRole('button', { name: '100 %' }).waitFor();
    const before = await width();
    await page.keyboard.press('Control++');
    await page.getByRole('button', { name: '110 %' }).waitFor();
    expect(await width()).toBeGreaterThan(before * 1.05);
  });

  test('is read once by a search, and no more after its file was closed', async () => {
    await page.goto(place.url);
    await page.evaluate(`(() => {
      const post = Worker.prototype.postMessage;
      globalThis.reads = 0;
      Worker.prototype.postMessage = function (message, ...rest) {
        // Pages that are drawn read their text with marks.
        if (message?.action === 'GetTextContent' && !message.data.includeMarkedContent) globalThis.reads++;
        return post.call(this, message, ...rest);
      };
    })()`);
    await place.openById('m partly scanned.pdf');
    await page.getByText('The deed').waitFor();
    await page.keyboard.press('Control+F');
    await page.keyboard.type('deed');
    await page.getByText('Without text').waitFor();
    expect(await page.evaluate('globalThis.reads')).toBe(3);
    await place.openById('h long.pdf');
    await page.locator('.page canvas').first().waitFor();
    await page.keyboard.press('Control+F');
    await page.keyboard.type('Page 2');
    await page.getByText(/^1 of /).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const read = await page.evaluate('globalThis.reads');
    await place.openById('i index.md');
    await page.getByRole('heading', { name: 'Index of the room' }).waitFor();
    expect(await page.evaluate('globalThis.reads')).toBe(read);
  });

  test('asks for its password', async () => {
    await place.open('b locked.pdf');
    await page.getByLabel('Password of the document').fill('wrong');
    await page.getByRole('button', { name: 'Show password of the document' }).waitFor();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('This is not the password of the document.').waitFor();
    await picture(page, 'pdf-password');
    await page.getByLabel('Password of the document').fill('sesam');
    await page.keyboard.press('Enter');
    await page.getByText('Opened by its password').waitFor();
    expect(await page.getByLabel('Password of the document').count()).toBe(0);
  });

  test('leaves no error behind when it is left before all of its pages were read', async () => {
    for (const way of ['Escape', 'n', 'search']) {
      await place.open('h long.pdf');
      await page.locator('.page canvas').first().waitFor();
      if (way === 'search') {
        await page.keyboard.press('Control+F');
        await page.keyboard.type('Page 1');
        await page.getByText(/^1 of /).waitFor();
        await page.keyboard.press('Escape');
      }
      await page.keyboard.press(way === 'n' ? way : 'Escape');
      await page.getByRole('dialog', { name: 'h long.pdf' }).waitFor({ state: 'detached' });
    }
    await place.open('i index.md');
    // Answers of the documents before have arrived by then.
    await page.getByRole('heading', { name: 'Index of the room' }).waitFor();
    expect(place.asked).toEqual([]);
  });

  test('says so if nothing of it can be drawn', async () => {
    await place.open('f damaged scan.pdf');
    await page.getByText('looks empty').waitFor();
    expect(await page.locator('.page canvas').count()).toBe(1);
    await page.keyboard.press('Control+F');
    await page.keyboard.type('lessee');
    await page.getByText('This document is a scan without text: it cannot be searched.').waitFor();
    expect(await page.getByText('Not found').count()).toBe(0);
  });

  test('says which of its pages a search does not read', async () => {
    await place.open('m partly scanned.pdf');
    await page.getByText('The deed').waitFor();
    await page.keyboard.press('Control+F');
    await page.keyboard.type('deed');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await page.getByText('Without text, like scans, and so not searched: pages 2 to 3.').waitFor();
    await page.getByRole('textbox', { name: 'Find' }).fill('nowhere');
    await page.getByText('Not found').waitFor();
    expect(await page.getByText('1 of 1', { exact: true }).count()).toBe(0);
  });

  test('has the standard fonts of this origin where it brings none, and no font of the machine', async () => {
    const fetched: string[] = [];
    const note = (response: Response): void => {
      const [, name] = /standard_fonts\/([^/]+)$/.exec(response.url()) ?? [];
      if (name !== undefined && response.ok()) fetched.push(name);
    };
    page.context().on('response', note);
    await place.open(LONG_NAME);
    await page.getByText('abc Courier 123').waitFor();
    await page.locator('.page[data-loaded] canvas').waitFor();
    page.context().off('response', note);
    expect(fetched.toSorted()).toEqual([
      'FoxitDingbats.pfb',
      'FoxitFixed.pfb',
      'FoxitSerif.pfb',
      'FoxitSymbol.pfb',
      'LiberationSans-Regular.ttf',
    ]);
    expect(place.asked).toEqual([]);
    await picture(page, 'pdf-fonts');
  });
});
