import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newAuditKey } from '@strongroom/adapter-local';

const LINE = await newAuditKey('rooms.example/api/v1/audit/0123abcd');
const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A file with a key of the audit log, in a folder of its own. */
export function auditKeyFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-audit-key-'));
  folders.push(folder);
  const file = join(folder, 'audit.key');
  writeFileSync(file, `${LINE}\n`, { mode: 0o600 });
  return file;
}
