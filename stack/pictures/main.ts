/** Takes every picture, in both languages. */
import { join } from 'node:path';
import { LANGUAGES } from './cast.ts';
import { fillRoom, haveEarlierCalls, setUpAccount } from './day.ts';
import { takeFirstDay, takeWorkingDay } from './phone-pictures.ts';
import { Studio } from './studio.ts';

const folder = process.argv[2] ?? 'docs/pictures';
for (const language of LANGUAGES) {
  const studio = await Studio.open(language, join(folder, language));
  try {
    await setUpAccount(studio);
    await takeFirstDay(studio);
    const colleagues = await haveEarlierCalls(studio);
    await fillRoom(studio, colleagues);
    await takeWorkingDay(studio);
    for (const colleague of colleagues) await colleague.close();
  } catch (error) {
    console.error(studio.product.log.slice(-3_000));
    throw error;
  } finally {
    await studio.close();
  }
}
