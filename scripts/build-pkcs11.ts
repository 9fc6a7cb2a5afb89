/**
 * Compiles the native part of pkcs11js, which speaks to a hardware security module. `npm ci` does not: few installations
 * need it, and it takes a C++ compiler, make and Python. npm runs this script and names its own copy of node-gyp.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const refuse = (sentence: string): never => {
  console.error(`pkcs11:build: ${sentence}`);
  process.exit(1);
};

const addon = resolve(import.meta.dirname, '../node_modules/pkcs11js');
if (!existsSync(addon)) refuse('pkcs11js is not installed. Run `npm ci` without `--omit=optional`.');
// oxlint-disable-next-line node/no-process-env -- the only way in which npm names it
const nodeGyp = process.env.npm_config_node_gyp ?? refuse('start it with `npm run pkcs11:build`.');

/** The headers that came with this Node; without them node-gyp downloads some. */
const root = dirname(dirname(process.execPath));
const headers = existsSync(join(root, 'include/node/node_api.h')) ? [`--nodedir=${root}`] : [];

const { status, error } = spawnSync(process.execPath, [nodeGyp, 'rebuild', '--directory', addon, ...headers], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
if (error !== undefined || status !== 0)
  refuse('the build failed; it needs a C++ compiler, make and Python 3 (on Debian: build-essential, python3).');
