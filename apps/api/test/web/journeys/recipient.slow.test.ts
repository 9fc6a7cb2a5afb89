import { expect, jest, test } from '@jest/globals';
import { LONGEST_MS, travel } from './travel.ts';
import { WAYS, type Way } from './ways.ts';

/** The recipient of links opens one to a file and one to several files, without an account. */

const REPORT = 'Revenue rose by a tenth.';
const FILES = { 'Report.txt': REPORT, 'Bids/Aster.txt': 'Aster offers 47.', 'Bids/Birch.txt': 'Birch offers 11.' };

jest.setTimeout(LONGEST_MS);

test.each<Way>(WAYS.recipient)('in $engine, $width pixels wide, $look', (way) =>
  travel('recipient', way, async ({ organisation, arrive }) => {
    await organisation.settle();
    await organisation.room('Project Falcon', FILES);
    const { desk } = organisation;
    const message = 'The report that we spoke about.';
    const one = await desk.output([
      'share',
      'Project Falcon',
      'Report.txt',
      '--max-downloads',
      '1',
      '--message',
      message,
    ]);
    const several = await desk.output(['share', 'Project Falcon', 'Bids', '--one-link']);

    const reader = await arrive();
    const { page } = reader;
    await page.goto(one.trim());
    await reader.station('a file', 'A file for you', 'From Ada King', message, 'Report.txt', 'Downloads left');
    await reader.press('Download');
    const { name, bytes } = await page.saved();
    expect([name, bytes.toString()]).toEqual(['Report.txt', REPORT]);
    await reader.station('file saved', 'Downloaded.', 'Save again');
    await reader.press('Forget this link in this browser');
    await reader.station('file kept', 'This page keeps nothing of the link any more.');
    await page.goto('about:blank');
    await page.goto(one.trim());
    await reader.station('used up', 'This link is used up', 'Ask the person who sent it to allow one more download');

    await page.goto('about:blank');
    await page.goto(several.trim());
    await reader.station('several files', '2 files for you', 'From Ada King', 'Aster.txt', 'Birch.txt');
    await reader.press('Download all as a zip');
    const zip = await page.saved();
    expect([zip.name, zip.bytes.includes('Birch offers 11.')]).toEqual(['Files.zip', true]);
    await reader.station('zip saved', '2 files downloaded as');
    await page.clear();
  }),
);
