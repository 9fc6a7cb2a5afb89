import { expect, test } from '@jest/globals';
import { aUser, NOW } from '../../test/examples.ts';
import { DAY, HOUR, MINUTE, plus } from '../values/time.ts';
import { mailTo, mailToNewPerson } from './mail-budget.ts';

test.each([HOUR, 400 * DAY])('a clock that was %i ms ahead delays no mail of a right clock', (ahead) => {
  const { sender: first } = mailToNewPerson(aUser(), NOW);
  const { sender } = mailToNewPerson(first, plus(NOW, ahead));
  expect(mailToNewPerson(sender, NOW).dueAt).toBe(NOW);
  const { user } = mailTo(aUser(), plus(NOW, ahead));
  expect(mailTo(user, NOW).dueAt).toBe(NOW);
});

test.each([1, 1000, MINUTE])('a count that another clock began %i ms later delays none of its mails', (ahead) => {
  const first = mailTo(aUser(), plus(NOW, ahead));
  expect(mailTo(first.user, NOW).dueAt).toBe(NOW);
  const toNew = mailToNewPerson(aUser(), plus(NOW, ahead));
  expect(mailToNewPerson(toNew.sender, NOW).dueAt).toBe(NOW);
});
