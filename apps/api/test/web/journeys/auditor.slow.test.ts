import { expect, jest, test } from '@jest/globals';
import { given } from '../../support/people-of-process.ts';
import { LONGEST_MS, travel } from './travel.ts';
import { WAYS, type Way } from './ways.ts';

/** An auditor follows one document: who opened it, when, by which link, and who was refused. */

const REPORT = 'Annual report 2025.txt';
const AUDITOR = 'audit@firm.example';

jest.setTimeout(LONGEST_MS);

test.each<Way>(WAYS.auditor)('in $engine, $width pixels wide, $look', (way) =>
  travel('auditor', way, async ({ organisation, arrive }) => {
    await organisation.settle();
    const { desk, owner } = organisation;
    const room = await organisation.room('Project Falcon', { [REPORT]: 'Revenue rose.', 'Price.txt': '4711' });
    await organisation.person(AUDITOR, 'Alma Auditor', 'auditor');
    for (const file of [REPORT, REPORT, 'Price.txt']) await desk.output(['get', 'Project Falcon', file, '--to', '-']);
    await desk.output(['share', 'Project Falcon', REPORT]);

    const auditor = await arrive();
    const { page } = auditor;
    await organisation.signIn(auditor, AUDITOR);
    await auditor.station('rooms', 'You are in no room yet');
    await page.goto(`${organisation.both.url}/oversight`);
    await auditor.station('all rooms', 'Project Falcon');
    await auditor.press('Project Falcon', 'link');
    await page.find('heading', 'Project Falcon');
    await page.text('You oversee this room and see none of its files');
    await auditor.station('room', 'Ada King');
    await page.goto(`${organisation.both.url}/rooms/${room}/activity`);
    await auditor.station('activity of the room', 'Ada King', 'Everything');
    await auditor.press('Who opened what');
    await auditor.station('who opened what', 'Ada King', '1 person');
    await page.goto(`${organisation.both.url}/rooms/${room}/activity?view=openings&by=document`);
    const [{ id }] = await given(owner.get(`/rooms/${room}/files?sort=name`));
    // Those who oversee a room read no names of its files.
    const report = `a file without a name here (${id.slice(-8)})`;
    await auditor.station('report', '2 documents', 'Times', report);
    await auditor.press(report, 'link');
    await auditor.station('one document', 'Only what concerns one file', 'were looked through', 'Ada King');
    expect(await page.evaluate(`document.body.innerText.includes('Price.txt')`)).toBe(false);
    await page.clear();
  }),
);
