import { once } from 'node:events';
import { loadOrCreateSecrets } from '../../src/index.ts';

/** Loads the secret when a line arrives on standard input, and prints it. */
const [folder = ''] = process.argv.slice(2);
console.log('ready');
await once(process.stdin, 'data');
process.stdin.destroy();
const [secret] = await loadOrCreateSecrets(folder);
console.log(secret);
