import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mailerSuite, readEmail } from '@strongroom/contract-tests';
import type { Instant } from '@strongroom/domain';
import { FolderMailer, MemoryMailer } from '../src/index.ts';

mailerSuite('mail in memory', async () => {
  const mailer = new MemoryMailer();
  const lines = (text: string): string => text.replaceAll('\r\n', '\n');
  const delivered = async () =>
    mailer.sent.map(({ id, text, ...rest }) => ({ ...rest, messageId: id, text: lines(text) }));
  return { mailer, delivered, end: async () => {} };
});

mailerSuite('mail as files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-mail-'));
  const mailer = await FolderMailer.open({ folder, clock: { now: () => 1_900_000_000_000 as Instant } });
  const delivered = async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
    return Promise.all(names.map(async (name) => readEmail(await readFile(join(folder, name)))));
  };
  return { mailer, delivered, end: () => rm(folder, { recursive: true }) };
});
