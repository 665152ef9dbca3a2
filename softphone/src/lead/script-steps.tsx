import { classes } from '@offhook/design/classes';
import { createElement, type KeyboardEvent, type ReactNode } from 'react';
import type { LeadView } from '../core/lead/lead-view.ts';
import type { Block, Inline } from '../core/lead/script.ts';
import styles from './script.module.css';

const c = classes(styles);

interface Props {
  readonly script: LeadView['script'] & object;
  readonly current: number;
  readonly onCurrent: (step: number) => void;
}

/** Down and Up move the current step while it has the focus. */
export function ScriptSteps({ script: { steps }, current, onCurrent }: Props) {
  const numbered = steps.filter(({ title }) => title !== null);
  const move = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(numbered.length - 1, current + by));
    onCurrent(next);
    const list = event.currentTarget.closest('ol');
    list?.querySelectorAll<HTMLElement>('[aria-current], button')[next]?.focus();
  };
  return (
    <ol className={c('steps')}>
      {steps.map(({ title, blocks }) => {
        const index = numbered.findIndex((step) => step.blocks === blocks);
        const isCurrent = index === current;
        return (
          <li className={c('step', index >= 0 && !isCurrent && 'other')} key={`${index} ${title}`}>
            {title !== null && (
              <button
                aria-current={isCurrent ? 'step' : undefined}
                className={c('title')}
                onClick={() => onCurrent(index)}
                onKeyDown={move}
                tabIndex={isCurrent ? 0 : -1}
                type="button"
              >
                <span className={c('number', isCurrent && 'now')}>{index + 1}</span>
                {title}
              </button>
            )}
            {createElement(
              'div',
              { className: c('blocks', title === null && 'intro') },
              ...blocks.map(blockText),
            )}
          </li>
        );
      })}
    </ol>
  );
}

// Spread, because the parts never change their order and have no keys.
function blockText(block: Block) {
  if (block.kind === 'paragraph') return createElement('p', null, ...inlines(block.text));
  const items = block.items.map((item) => createElement('li', null, ...inlines(item)));
  const [tag, style] = block.ordered ? (['ol', 'numbers'] as const) : (['ul', 'points'] as const);
  return createElement(tag, { className: c(style) }, ...items);
}

const inlines = (parts: readonly Inline[]): readonly ReactNode[] =>
  parts.map(({ kind, text, href }) => {
    switch (kind) {
      case 'strong':
        return createElement('strong', null, text);
      case 'emphasis':
        return createElement('em', null, text);
      case 'link':
        return createElement('a', { href, rel: 'noreferrer', target: '_blank' }, text);
      case 'text':
        return text;
      default:
        return kind satisfies never;
    }
  });
