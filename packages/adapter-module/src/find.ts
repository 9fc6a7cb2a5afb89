import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ModuleUnfit } from './module-unfit.ts';

/**
 * The file of a package: where the service is installed, or else in `folder`. The service comes first, so that a file
 * below the folder replaces nothing that is installed. Throws ModuleUnfit.
 */
export function findPackage(name: string, folder: string): URL {
  for (const from of [import.meta.url, join(folder, 'package.json')]) {
    try {
      return pathToFileURL(createRequire(from).resolve(name));
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ERR_PACKAGE_PATH_NOT_EXPORTED')
        throw new ModuleUnfit('cannot be loaded: the "exports" of its package.json need a "default" for this name');
      if (code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new ModuleUnfit(`is not installed: run \`npm install ${name}\` in ${folder}, or beside the service`);
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
