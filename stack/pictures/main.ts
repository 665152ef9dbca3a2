/** Takes every picture, in both languages. Goes on after a failed one, and then exits with 1. */
import { join } from 'node:path';
import { LANGUAGES, type Language } from './cast.ts';
import {
  takeBoard,
  takeImport,
  takePeople,
  takeReport,
  takeReview,
  takeRules,
  takeSetUp,
} from './console-pictures.ts';
import { fillRoom, haveEarlierCalls, setUpAccount } from './day.ts';
import {
  openAnn,
  takeCallback,
  takeConsultation,
  takeFirstDay,
  takeLead,
  takeLeadsMinute,
  takeStatusAndHistory,
} from './phone-pictures.ts';
import { composeReadme } from './readme-pictures.ts';
import { takeServicePages } from './service-pictures.ts';
import { Studio } from './studio.ts';

const folder = process.argv[2] ?? 'docs/pictures';

async function takeAll(language: Language): Promise<void> {
  const studio = await Studio.open(language, join(folder, language));
  const attempt = async (name: string, take: () => Promise<unknown>) => {
    try {
      await take();
      console.log(`✓ ${language} ${name}`);
    } catch (error) {
      console.error(`✗ ${language} ${name}: ${error instanceof Error ? error.stack : error}`);
      process.exitCode = 1;
    }
  };
  try {
    await setUpAccount(studio);
    await attempt('first day', () => takeFirstDay(studio));
    const colleagues = await haveEarlierCalls(studio);
    const ann = await openAnn(studio);
    await attempt('a lead’s minute', async () => {
      const screens = await takeLeadsMinute(studio, ann);
      if (language !== 'en') return;
      for (const scheme of ['light', 'dark'] as const)
        await composeReadme(studio, folder, `readme-${scheme}.png`, screens[scheme]);
    });
    await attempt('consultation', () => takeConsultation(studio, ann));
    await attempt('callback', () => takeCallback(studio, ann));
    await attempt('status and history', () => takeStatusAndHistory(studio, ann));
    await attempt('live board', async () => {
      const [lead] = studio.cast.earlier;
      await studio.product.postLead({ ...lead });
      await takeLead(studio, ann);
      await fillRoom(studio, colleagues);
      await takeBoard(studio);
    });
    for (const colleague of colleagues) await colleague.close();
    await attempt('review', () => takeReview(studio));
    await attempt('report', () => takeReport(studio));
    await attempt('people', () => takePeople(studio));
    await attempt('rules', () => takeRules(studio));
    await attempt('import', () => takeImport(studio));
    await attempt('set-up', () => takeSetUp(studio));
  } finally {
    await studio.close();
  }
}

const only = LANGUAGES.filter((language) => [undefined, language].includes(process.argv[3] as Language));
for (const language of only) await takeAll(language);
if (only.includes('en')) await takeServicePages(join(folder, 'services'));
