import { auditLogPromises, registerMutants } from '../../src/index.ts';
import { auditCommitMutants } from './audit-commit-mutants.ts';
import { auditListMutants } from './audit-list-mutants.ts';
import { auditTextMutants } from './audit-text-mutants.ts';

registerMutants('audit log', auditLogPromises, [...auditCommitMutants, ...auditListMutants, ...auditTextMutants]);
