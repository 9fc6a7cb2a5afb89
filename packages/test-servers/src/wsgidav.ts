import { join } from 'node:path';
import { pythonWith } from './python.ts';

const PACKAGES = ['wsgidav==4.4.0', 'cheroot==11.1.2'];

/** The command of a WebDAV server. Rejects with a sentence if it cannot be installed. */
export const wsgidav = async (environment: Readonly<Record<string, string | undefined>>): Promise<string> =>
  `${join(await pythonWith(PACKAGES, environment), 'python')} -m wsgidav.server.server_cli`;
