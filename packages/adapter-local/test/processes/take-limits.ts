import { once } from 'node:events';
import type { Instant } from '@strongroom/domain';
import { SqliteRateLimiter } from '../../src/index.ts';

/** Takes `times` times from one bucket, ten at once, when a line arrives on standard input. Then prints the answers. */
const [file = '', times = '0', limit = '0', at = '0'] = process.argv.slice(2);
const limiter = await SqliteRateLimiter.open({ file, deadlineMs: 20_000 });
console.log('ready');
await once(process.stdin, 'data');
process.stdin.destroy();
const window = { limit: Number(limit), milliseconds: 60_000 };
const take = () => limiter.take('bucket', window, Number(at) as Instant);
const standings = [];
while (standings.length < Number(times)) standings.push(...(await Promise.all(Array.from({ length: 10 }, take))));
await limiter.close();
console.log(JSON.stringify(standings));
