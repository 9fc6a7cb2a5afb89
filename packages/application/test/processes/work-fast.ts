import { join } from 'node:path';
import { FolderMailer } from '@strongroom/adapter-local';
import type { TestPorts } from '../world/ports.ts';
import { FastClock } from './fast-clock.ts';
import { FOR_NEWS } from './for-news.ts';
import { workAsChild } from './work-as-child.ts';

/** Runs the jobs of a folder, and writes mails to a folder. */
const [folder = '', begun = '', at = 'never', moment = 'before'] = process.argv.slice(2);
const clock = new FastClock(Number(begun));
const mailer = (await FolderMailer.open({ folder: join(folder, 'mail'), clock })) as unknown as TestPorts['mailer'];
await workAsChild({ folder, clock, at, moment, configuration: FOR_NEWS, ports: { mailer } });
