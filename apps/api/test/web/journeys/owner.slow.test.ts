import { expect, jest, test } from '@jest/globals';
import { PASSWORD } from '../tab.ts';
import { LONGEST_MS, travel } from './travel.ts';
import { WAYS, type Way } from './ways.ts';

/** An owner sets up the service, makes a room, adds files and people, and shares a file with an outsider. */

const FILES = {
  'Annual report 2025.txt': 'Revenue rose by a tenth.',
  'Articles of association.txt': 'The name of the company is Northern Ports Ltd.',
  'Shareholders.csv': 'name,shares\nAster Capital,400\nBirch Partners,600\n',
};
const [SHARED] = Object.keys(FILES) as [string];

jest.setTimeout(LONGEST_MS);

test.each<Way>(WAYS.owner)('in $engine, $width pixels wide, $look', (way) =>
  travel('owner', way, async ({ organisation, arrive }) => {
    const owner = await arrive();
    const { page } = owner;
    await page.goto(`${organisation.both.url}/welcome`);
    await owner.station('set up', 'Set up your account', 'Paste it here once and choose a password');
    await owner.enter({
      'Owner’s token': await organisation.both.ownerToken(),
      'Your name': 'Ada King',
      'Name of your organisation': 'Northern Ports',
      'New password': PASSWORD,
      'New password, again': PASSWORD,
    });
    await owner.press('Set up and sign in');
    await owner.station('no room', 'Make your first room', 'A room holds the files of one deal');

    await owner.press('New room');
    await page.fill('Name', 'Project Falcon');
    await owner.station('new room', 'Make the room');
    await owner.press('Make the room');
    await page.find('heading', 'Project Falcon');
    await owner.station('empty room', 'Add the first files');
    await page.choose('[data-testid=files]', await organisation.files(FILES));
    await page.find('link', SHARED);
    await owner.station('files arrived', '3 files in the room', ...Object.keys(FILES));
    await owner.press('Close uploads');
    await owner.tabToFirst(SHARED);

    await owner.tab('Members');
    await owner.station('members', 'Ada King');
    await owner.press('Add people');
    await page.fill('E-mail addresses', 'deal@aster.example, deal@birch.example');
    await owner.station('add people', 'the operator finds the links of people without an account');
    await owner.press('Add 2 people');
    await owner.station('people added', '2 people are added.', 'deal@aster.example', 'deal@birch.example');

    await owner.tab('Files');
    await owner.act(SHARED, 'Make a link');
    await owner.enter({ 'For whom': 'Dana Reed, insurer', Message: 'The report that we spoke about.' });
    await owner.station('terms of a link', `Works until the end of`);
    await owner.press('Make the link');
    await owner.station('link', 'shown this once');
    await owner.press('Done');
    await owner.press('Leave without it');
    await owner.tab('Links');
    await owner.station('links', SHARED, 'Dana Reed, insurer');
    await page.clear();
    expect((await organisation.owner.get('/rooms')).body.data).toMatchObject([{ file_count: 3, member_count: 3 }]);
  }),
);
