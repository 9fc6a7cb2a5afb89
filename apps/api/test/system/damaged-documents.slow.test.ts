import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { goesOnBesideDamage } from './damaged-documents.ts';

goesOnBesideDamage({
  settings: () => ({}),
  write: async ({ folder, collection, id }, body) => {
    const database = new DatabaseSync(join(folder, 'strongroom.db'));
    const { changes } = database
      .prepare('UPDATE documents SET body = ? WHERE collection = ? AND id = coalesce(?, id)')
      .run(body, collection, id ?? null);
    database.close();
    return Number(changes);
  },
  bodies: ['null', '{', '{}', '{"id":"x"}'],
});
