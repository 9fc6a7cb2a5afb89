import { expect, jest, test } from '@jest/globals';
import { given } from '../../support/people-of-process.ts';
import { LONGEST_MS, travel } from './travel.ts';
import { WAYS, type Way } from './ways.ts';

/** A contributor brings 300 files, and moves a range of them into a new folder and back. */

const EMAIL = 'cora@advisers.example';
const FILES = 300;
const NAMES = Array.from({ length: FILES }, (_, index) => `Invoice ${String(index + 1).padStart(3, '0')}.txt`);
const [FIRST, TENTH] = ['Invoice 001.txt', 'Invoice 010.txt'];

/** Ticks a row, with Shift all rows from the last one on. */
const tick = (name: string, shiftKey = false): string => `(() => {
  const box = document.querySelector('[aria-label="Select ${name}"]');
  box?.closest('label').dispatchEvent(new MouseEvent('mousedown', { bubbles: true, shiftKey: ${shiftKey} }));
  box?.click();
  return box !== null;
})()`;

jest.setTimeout(LONGEST_MS);

test.each<Way>(WAYS.contributor)('in $engine, $width pixels wide, $look', (way) =>
  travel('contributor', way, async ({ organisation, arrive }) => {
    await organisation.settle();
    const { both, owner } = organisation;
    const { id } = await given(owner.post('/rooms', { name: 'Project Falcon', classification: 'C2' }));
    const user = await organisation.person(EMAIL, 'Cora Contributor', 'member');
    await given(owner.post(`/rooms/${id}/members`, { user_id: user, role: 'contributor' }));
    const files = await organisation.files(Object.fromEntries(NAMES.map((name) => [name, name])));

    const contributor = await arrive();
    const { page } = contributor;
    await organisation.signIn(contributor, EMAIL);
    await contributor.press('Project Falcon', 'link');
    await contributor.station('empty room', 'Add the first files');
    await page.choose('[data-testid=files]', files);
    await contributor.station('on their way', `of ${FILES} files`);
    await contributor.station('all arrived', `${FILES} files in the room`);
    await contributor.press('Close uploads');
    await page.goto(`${both.url}/rooms/${id}?sort=name`);
    await page.find('link', FIRST);
    await contributor.tabToFirst(FIRST);
    await page.until(tick(FIRST));
    await page.until(tick(TENTH, true));
    await contributor.station('ten ticked', '10 files selected');
    await contributor.press('Move');
    await contributor.pick('All files');
    await contributor.press('New folder');
    await page.fill('New folder in All files', 'Open items');
    await contributor.press('Make');
    await contributor.station('where to', 'Open items');
    await contributor.press('Move 10 files');
    await contributor.station('moved', '10 files moved to Open items.');
    const counted = async () => (await given(owner.get(`/rooms/${id}/folders`))) as readonly object[];
    expect(await counted()).toMatchObject([{ file_count: 290 }, { path: 'Open items', file_count: 10 }]);
    await contributor.press('Undo');
    await contributor.station('back', '10 files are back.');
    await page.clear();
  }),
);
