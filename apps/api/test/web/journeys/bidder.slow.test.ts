import { expect, jest, test } from '@jest/globals';
import { given } from '../../support/people-of-process.ts';
import { pdfOf } from '../corpus/pdf-writer.ts';
import { PASSWORD } from '../tab.ts';
import { LONGEST_MS, travel } from './travel.ts';
import { WAYS, type Way } from './ways.ts';

/** A bidder comes from their invitation into a room, and finds, reads and saves files on a phone. */

const EMAIL = 'deal@aster.example';
const PAGES = ['Annual report 2025', 'Revenue rose by a tenth', 'Outlook for 2026'];
const PRICE = 'The price is 4711.';

jest.setTimeout(LONGEST_MS);

test.each<Way>(WAYS.bidder)('in $engine, $width pixels wide, $look', (way) =>
  travel('bidder', way, async ({ organisation, arrive }) => {
    await organisation.settle();
    const room = await organisation.room('Project Falcon', {
      '1 Corporate/Articles of association.txt': 'The name of the company is Northern Ports Ltd.',
      '2 Finance/Annual report 2025.pdf': pdfOf({ pages: PAGES.map((text) => ({ text })), outline: true }),
      '2 Finance/Shareholders.csv': 'name,shares\nAster Capital,400\nBirch Partners,600\n',
      'Price.txt': PRICE,
    });
    await given(organisation.owner.post(`/rooms/${room}/invitations`, { email: EMAIL, role: 'viewer' }));
    const bidder = await arrive();
    const { page } = bidder;
    await page.goto(`${organisation.both.url}/activate#token=${await organisation.both.mailedSecret(EMAIL)}`);
    await bidder.station('invitation', `This link is for the account of ${EMAIL}`, 'Project Falcon');
    await bidder.enter({ Name: 'Ben Bidder', Password: PASSWORD });
    await bidder.press('Activate');
    await page.find('heading', 'Project Falcon');
    await page.find('link', '2 Finance');
    await bidder.station('room', '1 Corporate', '2 Finance', 'Price.txt');
    await bidder.tabToFirst('1 Corporate');

    await bidder.press('2 Finance', 'link');
    await page.find('link', 'Annual report 2025.pdf');
    await bidder.station('folder', 'Project Falcon', 'Shareholders.csv');
    await bidder.press('Annual report 2025.pdf', 'link');
    await page.find('heading', 'Annual report 2025.pdf');
    await page.text('of 3');
    await page.text(PAGES[0] ?? '');
    await bidder.station('report', 'of 3');
    await bidder.press('Next file');
    await page.find('heading', 'Shareholders.csv');
    await bidder.station('table', 'Aster Capital', 'Birch Partners');
    await bidder.press('Close');

    await page.find('link', 'Shareholders.csv');
    await page.goto(`${organisation.both.url}/rooms/${room}?find=price`);
    await page.find('link', 'Price.txt');
    await bidder.station('found', 'Price.txt');
    await bidder.press('Price.txt', 'link');
    await bidder.station('price', PRICE);
    if (bidder.isOnPhone) await bidder.press('More for Price.txt');
    await bidder.press('Download', bidder.isOnPhone ? 'menuitem' : 'button');
    const { name, bytes } = await page.saved();
    expect([name, bytes.toString()]).toEqual(['Price.txt', PRICE]);
    await bidder.press('Close');
    await bidder.press('Open the menu');
    await bidder.station('menu', 'News', 'Account');
    await page.clear();
  }),
);
