/**
 * Makes everything that a release consists of, in the folder `release`: the packages, an archive per platform, the bill of
 * materials, the image and the checksums. It needs a build and GNU tar, so it runs on Linux.
 *
 *   npm run release -- --dry-run                         makes everything
 *   npm run release -- --dry-run --platforms linux-x64   the same with one archive; `none` makes none
 *   npm run release -- --complete                        the same, and fails if something cannot be made, or if a slow suite
 *                                                        did not pass since its code changed
 *
 * It publishes nothing: .github/workflows/release.yml does, for a tag, with provenance that only CI can give.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs, promisify } from 'node:util';
import { buildVersionOf } from './bundle/build-version.ts';
import { makeArchive } from './release/archive.ts';
import { makeImage } from './release/image.ts';
import { dependenciesFirst } from './release/order.ts';
import { packPublished } from './release/pack.ts';
import { platforms } from './release/platforms.ts';
import { installProduct } from './release/product.ts';

const run = promisify(execFile);
const SUMS = 'SHA256SUMS';

const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean' },
    complete: { type: 'boolean' },
    platforms: { type: 'string' },
    to: { type: 'string', default: 'release' },
  },
});
if (values['dry-run'] !== true && values.complete !== true) {
  console.error('release: add --dry-run. CI publishes a release, for a tag: see .github/workflows/release.yml.');
  process.exit(2);
}
if (values.complete === true)
  await run(process.execPath, ['scripts/test-slow.ts', '--list']).catch((error: { stdout?: string }) => {
    console.error(`release: run \`npm run test:slow -- --stale\` first.\n${error.stdout}`);
    process.exit(1);
  });
const version = await buildVersionOf('.', undefined);
const { to } = values;
const chosen = platforms().filter(({ name }) => values.platforms?.split(',').includes(name) ?? true);
const { stdout: committed } = await run('git', ['log', '-1', '--format=%ct']);

await rm(to, { recursive: true, force: true });
await mkdir(to, { recursive: true });

const tarballs = dependenciesFirst(await packPublished(to));
await writeFile(join(to, 'PACKAGES'), tarballs.map(({ path }) => `${basename(path)}\n`).join(''));
console.log(`packages: ${tarballs.length}`);

const sbom = await run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], { maxBuffer: 1 << 27 });
await writeFile(join(to, `strongroom-${version}.cdx.json`), sbom.stdout);
console.log('bill of materials: CycloneDX');

if (chosen.length > 0) {
  const product = join(to, 'product');
  await installProduct(product);
  for (const platform of chosen) {
    await makeArchive({ platform, version, product, to, time: Number(committed) });
    console.log(`archive: ${platform.name}`);
  }
  await rm(product, { recursive: true });
}

const image = await makeImage(version, to);
console.log(`image: ${'file' in image ? image.file : `left out, because ${image.leftOut}`}`);
if (values.complete === true && 'leftOut' in image) {
  console.error('release: it is not complete.');
  process.exit(1);
}

const files = (await readdir(to)).filter((file) => file !== SUMS).toSorted();
const sums = await Promise.all(files.map(async (file) => `${await sha256(join(to, file))}  ${file}\n`));
await writeFile(join(to, SUMS), sums.join(''));
console.log(`checksums: ${files.length} files in ${join(to, SUMS)}`);

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
