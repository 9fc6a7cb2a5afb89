/** `npm run demo`: the story of one data room, told while it happens on a service of its own. Leaves nothing behind. */
import { openPlace } from './demo/place.ts';
import { story } from './demo/story.ts';
import { Telling } from './demo/telling.ts';

const telling = new Telling(process.stdout);
const place = await openPlace();
const end = async (): Promise<never> => {
  await place.end();
  process.exit(130);
};
process.once('SIGINT', () => void end());
process.once('SIGTERM', () => void end());
try {
  await story(place, telling);
} catch (error) {
  telling.broken(error);
  process.exitCode = 1;
} finally {
  await place.end();
}
