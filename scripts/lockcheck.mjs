/**
 * Reads package-lock.json (or the file named as the argument) and reports what would fail on another machine: - a
 * missing platform package. npm omits an optional dependency from the lock when the registry does not have it, exits 0,
 * and the next `npm ci` refuses the lock. - a package without an integrity hash, or an address of any kind. The lock
 * says what is installed and how to recognise it; each installation chooses its own source.
 */
import { readFileSync } from 'node:fs';

const file = process.argv[2] ?? 'package-lock.json';
const packages = JSON.parse(readFileSync(file, 'utf8')).packages;
const faults = new Set();

/** Finds a package like Node does: beside the dependent, then one folder up at a time. */
const isLocked = (dependent, name) => {
  if (packages[`${dependent && `${dependent}/`}node_modules/${name}`]) return true;
  if (dependent === '') return false;
  const outer = dependent.lastIndexOf('/node_modules/');
  return isLocked(outer < 0 ? '' : dependent.slice(0, outer), name);
};

/** Every text in an entry except its author's own notices. */
const texts = (value) => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'funding' || key === 'deprecated' ? [] : texts(inner),
  );
};

for (const [path, entry] of Object.entries(packages)) {
  const name = path || '(root)';
  for (const dependency of Object.keys(entry.optionalDependencies ?? {})) {
    if (!isLocked(path, dependency)) faults.add(`${name}: ${dependency} is missing for its platform`);
  }
  if (entry.link) continue; // a workspace: its `resolved` is a folder of this repository
  if (entry.resolved !== undefined) faults.add(`${name}: has a "resolved" address`);
  for (const text of texts({ ...entry, resolved: undefined })) {
    if (/:\/\/|\bregistry\./.test(text)) faults.add(`${name}: names a host: ${text}`);
  }
  if (path.includes('node_modules/') && !entry.inBundle && !entry.integrity)
    faults.add(`${name}: has no integrity hash`);
}

if (faults.size > 0) {
  console.error(`${file}: ${faults.size} fault(s)\n${[...faults].join('\n')}`);
  process.exit(1);
}
