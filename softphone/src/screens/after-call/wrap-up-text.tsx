import { classes } from '@offhook/design/classes';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { takeFocus } from '../../components/frame/take-focus.ts';
import styles from './wrap-up-text.module.css';

const c = classes(styles);

interface Props {
  readonly titleId: string;
  readonly banner: ReactNode;
  readonly text: string;
  readonly maxLength: number;
  readonly readOnly: boolean;
  readonly onText: (text: string) => void;
}

export function WrapUpText({ titleId, banner, text, maxLength, readOnly, onText }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const countId = useId();
  useEffect(() => {
    const area = field.current;
    takeFocus(area);
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);
  return (
    <div className={c('body')}>
      {banner}
      <textarea
        aria-describedby={countId}
        aria-labelledby={titleId}
        className={c('text')}
        maxLength={maxLength}
        onChange={(event) => onText(event.target.value)}
        readOnly={readOnly}
        ref={field}
        value={text}
      />
      <p className={c('count')} dir="ltr" id={countId}>
        {text.length} / {maxLength}
      </p>
    </div>
  );
}
