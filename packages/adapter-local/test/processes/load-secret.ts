import { once } from 'node:events';
import { loadOrCreateSecret } from '../../src/index.ts';

/** Loads the secret as soon as it is told to go, and tells it. */
const [folder = ''] = process.argv.slice(2);
console.log('ready');
await once(process.stdin, 'data');
process.stdin.destroy();
console.log(await loadOrCreateSecret(folder));
