import { enableCompileCache, flushCompileCache } from 'node:module';

// A start costs a fifth of the CPU time. Imports are evaluated first, so the rest is in a file of its own.
const [folder = '', cache = ''] = process.argv.slice(2);
enableCompileCache(cache);
const { signForEver } = await import('./sign-for-ever.ts');
// A killed process writes nothing at its end.
flushCompileCache();
await signForEver(folder);
