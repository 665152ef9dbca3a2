import { useLayoutEffect, useState } from 'react';

export const THEMES = ['dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];

const STORED = 'offhook.wallboard.theme';
const DARK_QUERY = '(prefers-color-scheme: dark)';
const NEVER = '(max-width:0)';

function* mediaRules(rules: CSSRuleList): Generator<CSSMediaRule> {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule) yield rule;
    if (rule instanceof CSSImportRule && rule.styleSheet) yield* mediaRules(rule.styleSheet.cssRules);
  }
}

/** Makes the style sheets' dark rules apply always or never. @returns a function that undoes it */
function force(theme: Theme): () => void {
  const changed = [...document.styleSheets]
    .flatMap((sheet) => [...mediaRules(sheet.cssRules)])
    .filter(({ media }) => media.mediaText === DARK_QUERY);
  for (const { media } of changed) media.mediaText = theme === 'dark' ? 'all' : NEVER;
  return () => {
    for (const { media } of changed) media.mediaText = DARK_QUERY;
  };
}

/** The theme of this screen, whatever the system's: dark unless changed here. */
export function useForcedTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() => {
    try {
      return localStorage.getItem(STORED) === 'light' ? 'light' : 'dark';
    } catch {
      return 'dark';
    }
  });
  useLayoutEffect(() => force(theme), [theme]);
  const choose = (next: Theme) => {
    setTheme(next);
    try {
      localStorage.setItem(STORED, next);
    } catch {
      // Without storage, it is dark after a reload.
    }
  };
  return [theme, choose];
}
