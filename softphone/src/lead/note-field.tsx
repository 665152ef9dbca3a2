import { NOTE_MAX_LENGTH } from '@offhook/contract/limits';
import { classes } from '@offhook/design/classes';
import check from '@offhook/design/icons/check.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { useShortcuts } from '@offhook/design/keys/use-shortcuts';
import { t } from '@offhook/i18n/phone';
import { useEffect, useId, useRef, useState } from 'react';
import { takeFocus } from '../components/frame/take-focus.ts';
import { callNote } from '../core/forms/drafts.ts';
import type { Conversation } from '../core/screen/screen-state.ts';
import { usePhone } from '../phone-context.tsx';
import styles from './notes.module.css';

const c = classes(styles);

/** After the last key. */
const SAVED_DELAY_MS = 600;

interface Props {
  readonly conversation: Conversation;
  /** Takes the focus when it appears. */
  readonly focuses?: boolean;
}

/** The draft of Add Note, stored on every keystroke. */
export function NoteField({ conversation, focuses = false }: Props) {
  const { state, send } = usePhone();
  const field = useRef<HTMLTextAreaElement>(null);
  const labelId = useId();
  const stored = callNote(state.screen.drafts, conversation);
  const [text, setText] = useState(stored);
  /** Null: a pause since the last key. */
  const [typed, setTyped] = useState<string | null>(null);
  // Loaded later, or typed in another tab.
  useEffect(() => {
    if (document.activeElement !== field.current || !document.hasFocus()) setText(stored);
  }, [stored]);
  useEffect(() => {
    if (focuses) takeFocus(field.current);
  }, [focuses]);
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => setTyped(null), SAVED_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { view } = state.screen;
  const isClosing = view.name === 'thankyou' && view.autoCloses;
  useEffect(() => {
    if (isClosing && document.activeElement === field.current && document.hasFocus())
      send({ type: 'callNoteStarted' });
  }, [isClosing, send]);
  const inCall = view.name === 'oncall';
  const isCovered = inCall && view.panel !== null;
  useShortcuts({ N: inCall && !isCovered ? () => field.current?.focus() : null });
  const saved = text.trim() !== '' && text === stored && typed === null;
  return (
    <div className={c('strip', 'field')}>
      <div className={c('head')}>
        <span className={c('label')} id={labelId}>
          {t('lead.note')}
        </span>
        <span className={c('saved')} role="status">
          {saved && (
            <>
              <Icon svg={check} />
              {t('lead.noteSaved')}
            </>
          )}
        </span>
      </div>
      <textarea
        aria-keyshortcuts={inCall ? 'N' : undefined}
        aria-labelledby={labelId}
        className={c('text')}
        maxLength={NOTE_MAX_LENGTH}
        onBlur={() => setTyped(null)}
        onChange={({ target }) => {
          setText(target.value);
          setTyped(target.value);
          send({ type: 'callNoteTyped', callId: conversation.call.id, text: target.value });
        }}
        onFocus={() => isClosing && send({ type: 'callNoteStarted' })}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          event.currentTarget.blur();
        }}
        ref={field}
        value={text}
      />
    </div>
  );
}
