import { replaceFile } from '@strongroom/adapter-local';
import type { Embedded } from '../command/embedded.ts';

export const replacePrivateFile: Embedded['replacePrivateFile'] = (folder, name, content) =>
  replaceFile(folder, name, Buffer.from(content));
