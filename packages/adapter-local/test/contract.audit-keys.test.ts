import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditKeysSuite } from '@strongroom/contract-tests';
import { auditKeysIn, memoryAuditKeys } from '../src/index.ts';

auditKeysSuite('audit keys in memory', async () => ({ keys: memoryAuditKeys(), end: async () => {} }));

auditKeysSuite('audit keys in a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-audit-keys-'));
  const keys = auditKeysIn({ file: join(folder, 'audit.key'), isMade: true });
  return { keys, end: () => rm(folder, { recursive: true }) };
});
