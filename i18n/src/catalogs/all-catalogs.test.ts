import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';
import { PAGE_CATALOGS } from './all-catalogs.ts';
import callersEn from './callers/en.ts';
import callersEs from './callers/es.ts';
import desktopEn from './desktop/en.ts';
import desktopEs from './desktop/es.ts';
import handsetEn from './handset/en.ts';
import handsetEs from './handset/es.ts';
import offlineEn from './offline/en.ts';
import offlineEs from './offline/es.ts';
import realtimePageEn from './realtime-page/en.ts';
import realtimePageEs from './realtime-page/es.ts';
import serverEn from './server/en.ts';
import serverEs from './server/es.ts';
import textsEn from './texts/en.ts';
import textsEs from './texts/es.ts';
import voicePageEn from './voice-page/en.ts';
import voicePageEs from './voice-page/es.ts';

const CATALOGS = {
  ...PAGE_CATALOGS,
  callers: { en: callersEn, es: callersEs },
  desktop: { en: desktopEn, es: desktopEs },
  handset: { en: handsetEn, es: handsetEs },
  realtimePage: { en: realtimePageEn, es: realtimePageEs },
  offline: { en: offlineEn, es: offlineEs },
  texts: { en: textsEn, es: textsEs },
  server: { en: serverEn, es: serverEs },
  voicePage: { en: voicePageEn, es: voicePageEs },
} as const;

/** Names and kinds of the values, tags and choices of a message: `count plural`, `<link>`, `use select speaker`. */
function valuesOf(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    switch (element.type) {
      case 0:
      case 7:
        return [];
      case 8:
        return [`<${element.value}>`, ...valuesOf(element.children)];
      case 5:
      case 6: {
        const options = Object.entries(element.options);
        const choices = element.type === 5 ? options.map(([name]) => name) : ['plural'];
        return [
          ...choices.map((choice) => `${element.value} ${choice}`),
          ...options.flatMap(([, { value }]) => valuesOf(value)),
        ];
      }
      default:
        return [element.value];
    }
  });
}

const unique = (text: string) =>
  [...new Set(valuesOf(parse(text)).map((value) => value.replace(/ plural$/, '')))].sort();

describe.each(Object.entries(CATALOGS))('the %s catalog', (_name, { en, es }) => {
  const ids = Object.keys(en) as (keyof typeof en)[];

  test('has the same messages in Spanish', () => {
    expect(Object.keys(es).sort()).toEqual([...ids].sort());
    expect(ids.filter((id) => String(es[id]).trim() === '')).toEqual([]);
  });

  test('uses the same values in both languages', () => {
    const differing = ids.filter((id) => unique(es[id]).join() !== unique(en[id]).join());
    expect(differing).toEqual([]);
  });
});
