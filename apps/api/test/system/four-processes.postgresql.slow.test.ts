import { behaveAsOne } from './four-processes.ts';
import { withPostgresql } from './postgresql.ts';

behaveAsOne(withPostgresql().settings);
