import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = join(import.meta.dirname, '../../../docs/how-to/run-on-premise.md');

/** The policies of the how-to page that contain a text, for a bucket. */
export const policiesOfPage = (text: string, bucket: string): readonly string[] =>
  Array.from(readFileSync(PAGE, 'utf8').matchAll(/```json\n([\s\S]*?)```/g), ([, policy = '']) => policy)
    .filter((policy) => policy.includes(text))
    .map((policy) => policy.replaceAll(':::rooms', `:::${bucket}`));
