import { expect, test } from '@jest/globals';
import { roomPlaces } from '@strongroom/client';
import { FileName, FolderPath } from '@strongroom/domain';

/** Every character that a file system may have in a name, alone and between others. */
const CHARACTERS = Array.from({ length: 0x2_0000 }, (_, code) => String.fromCharCode(code % 0x1_0000)).filter(
  (character, code) => code < 0x1_0000 && character !== '/' && character !== '\0',
);

test('the names that the client gives to local files are those that the service takes', () => {
  const names = [...CHARACTERS, '..', '. .', '\u200b\u2060', ...CHARACTERS.map((character) => `a${character}b`)];
  for (const name of names)
    for (const { folder, name: given } of roomPlaces([[name, name]])) {
      FileName.parse(given);
      FolderPath.parse(folder);
    }
  expect(names.length).toBeGreaterThan(130_000);
});
