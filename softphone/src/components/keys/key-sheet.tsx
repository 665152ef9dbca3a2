import { classes } from '@offhook/design/classes';
import { keyLabel } from '@offhook/design/forms/key-label';
import { KeyList, type ListedKeys } from '@offhook/design/keys/key-list.tsx';
import { t } from '@offhook/i18n/phone';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../buttons/button.tsx';
import styles from './key-sheet.module.css';

const c = classes(styles);

interface Props {
  readonly onClose: () => void;
  /** Null: outside the waiting view. */
  readonly onGuide: (() => void) | null;
  readonly opensPalette: boolean;
}

/** Reads the `aria-keyshortcuts` of all visible controls. Not modal, so that calls can still be answered. */
export default function KeySheet({ onClose, onGuide, opensPalette }: Props) {
  const sheet = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const [entries, setEntries] = useState<readonly ListedKeys[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once
  useLayoutEffect(() => setEntries(keysOnPage(sheet.current, opensPalette)), []);
  useEffect(() => {
    const before = document.activeElement;
    button.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div
      aria-labelledby={titleId}
      className={c('sheet')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
      ref={sheet}
      role="dialog"
    >
      <h2 className={c('title')} id={titleId}>
        {t('keys.title')}
      </h2>
      <KeyList entries={entries} scrolls />
      <a className={c('help')} href={t('help.address')} rel="noopener" target="_blank">
        {t('help.title')}
      </a>
      {onGuide && (
        <button className={c('help')} onClick={onGuide} type="button">
          {t('guide.start')}
        </button>
      )}
      <Button aria-keyshortcuts="Escape" variant="primary" onClick={onClose} ref={button}>
        {t('common.close')}
      </Button>
    </div>
  );
}

function keysOnPage(sheet: Element | null, opensPalette: boolean): readonly ListedKeys[] {
  const entries = new Map<string, string[]>();
  for (const control of document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')) {
    if (sheet?.contains(control) || control.matches(':disabled') || !control.checkVisibility()) continue;
    const key = keyLabel(control.getAttribute('aria-keyshortcuts') ?? '');
    const name = control.dataset['keyName'] ?? nameOf(control);
    // The keypad's keys have no other name.
    const subject = name === key ? t('keypad.title') : name;
    entries.set(subject, [...(entries.get(subject) ?? []), key]);
  }
  const palette = opensPalette ? [[t('palette.title'), [keyLabel('Control+K')]] as const] : [];
  return [...entries, ...palette, [t('keys.title'), ['?']] as const].map(([name, keys]) => ({ name, keys }));
}

function nameOf(control: HTMLElement): string {
  const label = control.getAttribute('aria-label');
  if (label !== null) return label;
  // The text of a note field is what the agent has typed.
  const labelledBy = control.getAttribute('aria-labelledby');
  if (labelledBy !== null) return document.getElementById(labelledBy)?.textContent?.trim() ?? '';
  if (control instanceof HTMLInputElement) return control.labels?.[0]?.textContent ?? control.placeholder;
  const copy = control.cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return copy.textContent?.trim() ?? '';
}
