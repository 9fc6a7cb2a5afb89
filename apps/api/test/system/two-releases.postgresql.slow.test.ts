import { openPostgresqlDocuments } from '@strongroom/adapter-postgresql';
import { withPostgresql } from './postgresql.ts';
import { serveBesideTheNext } from './two-releases.ts';

serveBesideTheNext({
  settings: withPostgresql().settings,
  open: ({ STRONGROOM_POSTGRESQL_URL: url = '' }) => openPostgresqlDocuments({ url }),
});
