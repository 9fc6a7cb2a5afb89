import { once } from 'node:events';
import { auditKeysIn } from '../../src/index.ts';

/** Adds `times` keys to a file, two at once, when a line arrives on standard input. Prints their public halves. */
const [file = '', times = '0'] = process.argv.slice(2);
const keys = auditKeysIn({ file, isMade: true });
console.log('ready');
await once(process.stdin, 'data');
process.stdin.destroy();
for (let added = 0; added < Number(times); added += 2) {
  const pair = await Promise.all([keys.add('example.com/log'), keys.add('example.com/log')]);
  console.log(JSON.stringify(pair.map(({ vkey }) => vkey)));
}
