import { PinnedCalls } from '@strongroom/adapter-local';
import { FastClock } from './fast-clock.ts';
import { FASTER, FOR_WEBHOOKS } from './for-webhooks.ts';
import { workAsChild } from './work-as-child.ts';

/** Runs the jobs of a folder, and calls receivers of this machine. */
const [folder = '', begun = '', at = 'never', moment = 'before'] = process.argv.slice(2);
const clock = new FastClock(Number(begun), FASTER);
const ports = { calls: new PinnedCalls({ networks: ['127.0.0.1/32'] }) };
await workAsChild({ folder, clock, at, moment, configuration: FOR_WEBHOOKS, ports });
