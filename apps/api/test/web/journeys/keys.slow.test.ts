import { expect, jest, test } from '@jest/globals';
import { given } from '../../support/people-of-process.ts';
import { LONGEST_MS, travel } from './travel.ts';
import { WAYS, type Way } from './ways.ts';

/** A person whose device proves them to the key service: they enrol a browser, work, lose it, and recover with another. */

const SECRET = 'The price is 4711.';
const NOT_ENROLLED = 'Enrol this browser on your account page';

jest.setTimeout(LONGEST_MS);

test.each<Way>(WAYS.keys)('in $engine, $width pixels wide, $look', (way) =>
  travel(
    'keys',
    way,
    async ({ organisation, arrive }) => {
      await organisation.nameOwner();
      const { both, owner } = organisation;
      const { id } = await given(owner.post('/rooms', { name: 'Project Falcon', classification: 'C2' }));
      const room = `${both.url}/rooms/${id}`;
      const files = await organisation.files({ 'Price.txt': SECRET });
      const codeFor = async (...person: readonly string[]): Promise<string> =>
        (await both.keysCommand('enrol', ...person)).trim();

      const first = await arrive();
      const { page } = first;
      await organisation.signIn(first);
      await page.goto(room);
      await first.station('empty room', 'Add the first files');
      await page.choose('[data-testid=files]', files);
      await first.station('no key', NOT_ENROLLED);
      await page.goto(`${both.url}/account#programs`);
      await first.station('account', 'Files open on devices that the key service knows');
      await page.fill('Enrolment code', await codeFor('ada'));
      await first.press('Enrol this browser');
      await first.station('enrolled', 'This browser is enrolled.', 'this browser');
      await page.goto(room);
      await page.choose('[data-testid=files]', files);
      await first.press('Price.txt', 'link');
      await first.station('opened', SECRET);
      await page.clear();

      const second = await arrive();
      await organisation.signIn(second);
      await second.page.goto(room);
      await second.press('Price.txt', 'link');
      await second.station('another browser', 'The key service does not know this browser.');
      const [, person = ''] = /person (\S+)/.exec(await both.keysCommand('devices')) ?? [];
      await second.page.goto(`${both.url}/account#programs`);
      await second.page.fill('Enrolment code', await codeFor('ada again', '--person', person));
      await second.press('Enrol this browser');
      await second.station('recovered', 'This browser is enrolled.', 'Devices with keys');
      await second.page.goto(room);
      await second.press('Price.txt', 'link');
      await second.station('opened again', SECRET);
      await second.page.clear();
      expect((await both.keysCommand('devices')).trim().split('\n')).toHaveLength(2);
    },
    (url) => ({
      STRONGROOM_KEY_SERVICE_PROOF: 'device',
      STRONGROOM_KEY_SERVICE_ORIGINS: url,
      STRONGROOM_KEY_SERVICE_ROOM_PAGES: 'trusted',
    }),
  ),
);
