/** Refuses circles between folders of a workspace, also between a folder and its parent. Part of `npm run arch`. */
import { globSync, readFileSync } from 'node:fs';
import { folderCircles, moduleOf } from './circles/folder-circles.ts';

const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}').filter((path) => !/\.test\.tsx?$/.test(path));
const circles = folderCircles(files.map((path) => moduleOf(path, readFileSync(path, 'utf8'))));

for (const folders of circles) console.log(`these folders import each other: ${folders.join(', ')}`);
console.log(`${files.length} files, ${circles.length} circles between folders`);
if (circles.length > 0) {
  console.log('Move the file that all of them need to a folder below them.');
  process.exitCode = 1;
}
