import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startBrowser, TEST_TIMEOUT_MS } from '../../support/browser.ts';
import { buildPages } from '../../support/built.ts';
import { startService } from '../../support/service-in-memory.ts';
import { loaded, signedIn } from '../tab.ts';
import { IN_ORGANISATION, readOrganisation } from './in-organisation.ts';
import { anOrganisation } from './organisation.ts';
import { aReaderOf, type Kind, OVERSEERS, refusalsOf } from './people.ts';
import { differences, type Row, tableOf } from './table.ts';

/** Compares for each kind of person what the pages of the organisation offer with what the service allows, and prints both. */
export function compareInOrganisation(kinds: readonly Kind[]): void {
  let browser: Browser;
  const columns = new Map<Kind, readonly Row[]>();

  jest.setTimeout(3 * TEST_TIMEOUT_MS);

  beforeAll(async () => {
    await buildPages();
    browser = await startBrowser();
  }, 3 * TEST_TIMEOUT_MS);
  afterAll(async () => {
    process.stdout.write(`\n${tableOf('in the organisation:', columns)}\n`);
    await browser.close();
  });

  describe('the pages of the organisation', () => {
    test.each(kinds)('offer a person with the role %s what the service allows', async (kind) => {
      const world = await startService({ check: false });
      const at = await anOrganisation(world);
      const person = await aReaderOf(world, kind, 'Self');
      const unitRole = { user_id: person.id, role: 'department_admin' };
      if (kind === 'department_admin')
        for (const unit of [at.unit, at.spareUnit]) await world.owner.post(`/org-units/${unit}/members`, unitRole);
      const tab = await signedIn(browser, world.url, person.email);
      const read = await readOrganisation(tab.page);
      if (OVERSEERS.has(kind))
        for (const part of ['', '/members', '/activity', '/settings']) {
          await tab.page.goto(`${world.url}/rooms/${at.orphan}${part}`);
          await loaded(tab.page);
          await tab.page.getByText('You oversee this room').waitFor();
        }
      const refused = await refusalsOf(world.owner, person);
      await tab.clear();
      await tab.page.context().close();
      const rows: Row[] = [];
      for (const { name, isOffered, attempt, undo } of IN_ORGANISATION) {
        const asked = { person, owner: world.owner, at };
        const isAllowed = (await attempt(asked)).status < 300;
        if (isAllowed) await undo?.(asked);
        rows.push({ deed: name, isOffered: isOffered(read), isAllowed });
      }
      columns.set(kind, rows);
      await world.stop();
      expect(differences(rows)).toEqual([]);
      expect(read.unasked).toEqual([]);
      expect(refused).toEqual([]);
    });
  });
}
