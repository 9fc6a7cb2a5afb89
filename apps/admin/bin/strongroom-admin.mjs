#!/usr/bin/env node
// Kept in the repository and in plain JavaScript: npm links a command, and makes it executable, only where its file is
// there at install time, and nothing is built then.
import { existsSync } from 'node:fs';

if (existsSync(new URL('../dist/main.js', import.meta.url))) {
  await import('../dist/main.js');
} else {
  console.error('strongroom-admin: it is not built yet. Run `npm run build` in the root of the repository.');
  process.exitCode = 1;
}
