import { SettingsUnfit } from '@strongroom/application';
import type { Log } from '@strongroom/ports';
import { FollowedSecret } from '@strongroom/settings';
import type { SecretFile } from './settings.ts';

/**
 * Returns what follows the files of one kind of secret, each read once for all that use it in this process. A file that is not
 * taken is a warning once a minute, without anything of its text. Throws SettingsUnfit for a first text that is malformed.
 */
export function secretsIn<T, File extends SecretFile = SecretFile>(
  parse: (text: string, file: File) => T,
  { freshMs }: Readonly<{ freshMs?: number }> = {},
): (file: File, log: Log) => FollowedSecret<T> {
  const known = new WeakMap<File, FollowedSecret<T>>();
  return (file, log) => {
    const { variable, path } = file;
    const onFault = (because: string): void =>
      log.warn('a file of secrets is not taken; the last one that was read holds', { variable, file: path, because });
    try {
      const followed =
        known.get(file) ??
        new FollowedSecret(path, (text) => parse(text, file), {
          onFault,
          ...(freshMs === undefined ? {} : { freshMs }),
        });
      known.set(file, followed);
      return followed;
    } catch (error) {
      throw new SettingsUnfit(`${variable} ${error instanceof Error ? error.message : 'cannot be read'}.`);
    }
  };
}
