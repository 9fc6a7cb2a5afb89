/** `npm run demo`: plays the life of one data room on its own service, and removes it afterwards. */

import { Narrator } from './demo/narrator.ts';
import { openPlace } from './demo/place.ts';
import { story } from './demo/story.ts';

const narrator = new Narrator(process.stdout);
const place = await openPlace();
const end = async (): Promise<never> => {
  await place.end();
  process.exit(130);
};
process.once('SIGINT', () => void end());
process.once('SIGTERM', () => void end());
try {
  await story(place, narrator);
} catch (error) {
  narrator.broken(error);
  process.exitCode = 1;
} finally {
  await place.end();
}
