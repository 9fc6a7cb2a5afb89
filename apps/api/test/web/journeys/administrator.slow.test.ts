import { expect, jest, test } from '@jest/globals';
import { given } from '../../support/people-of-process.ts';
import { LONGEST_MS, travel } from './travel.ts';
import { WAYS, type Way } from './ways.ts';

/** An administrator finds one person among many, changes their role, and looks where they are signed in. */

const ADMINISTRATOR = 'it@ports.example';
const INVITED = 30;

jest.setTimeout(LONGEST_MS);

test.each<Way>(WAYS.administrator)('in $engine, $width pixels wide, $look', (way) =>
  travel(
    'administrator',
    way,
    async ({ organisation, arrive }) => {
      await organisation.settle();
      await organisation.person(ADMINISTRATOR, 'Ida Admin', 'domain_admin');
      const id = await organisation.person('jo.mueller@ports.example', 'Jörg Müller', 'member');
      for (let number = 1; number <= INVITED; number++)
        await given(organisation.owner.post('/users/invite', { email: `p${number}@ports.example`, role: 'member' }));

      const administrator = await arrive();
      const { page } = administrator;
      await organisation.signIn(administrator, ADMINISTRATOR);
      if (administrator.isOnPhone) await administrator.press('Open the menu');
      await administrator.press('People', 'link');
      await administrator.station('people', `${INVITED + 3} people`, 'Ida Admin', 'p1@ports.example');
      await page.fill('Find by name or e-mail', 'muller');
      await page.text('Jörg Müller');
      await page.until(`!document.body.innerText.includes('p1@ports.example')`);
      await administrator.station('found', 'Jörg Müller', 'jo.mueller@ports.example');
      await administrator.press('Actions for Jörg Müller');
      await administrator.station('actions', 'Role and clearance', 'Sessions and API tokens', 'Deactivate');
      await administrator.press('Role and clearance', 'menuitem');
      await administrator.station('role', 'As the role says', 'Save');
      await page.until(
        `[...document.querySelectorAll('[role=dialog] button')].some((one) => /Member/.test(one.textContent))`,
      );
      await page.evaluate(
        `void [...document.querySelectorAll('[role=dialog] button')].find((one) => /Member/.test(one.textContent)).focus()`,
      );
      await page.type('\uE007');
      await page.until(`document.querySelector('[role=option]') !== null`);
      await administrator.station('roles', 'Auditor', 'Reads activity and receipts');
      await page.type('\uE00C');
      await page.until(`document.querySelector('[role=option]') === null`);
      await administrator.press('Cancel');
      await administrator.act('Jörg Müller', 'Sessions and API tokens');
      await administrator.station('sessions', 'Jörg Müller');
      await administrator.press('Close');
      await page.clear();
      expect((await given(organisation.owner.get(`/users/${id}`))).role).toBe('member');
    },
    { STRONGROOM_NEW_PEOPLE_PER_HOUR: '1000', STRONGROOM_NEW_PEOPLE_PER_DAY: '1000' },
  ),
);
