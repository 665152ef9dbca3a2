import { useState } from 'react';
import { useApiFile } from '../api-file.ts';
import { classes } from '../classes.ts';
import styles from './avatar.module.css';

const c = classes(styles);

const DEFAULT_PICTURE = '/avatar.svg';

interface Props {
  /** If empty or broken, the default picture is shown. */
  readonly picture: string | null;
  /** CSS pixels, without the ring. */
  readonly size: 28 | 44 | 60 | 92 | 104;
  readonly presence?: 'online' | 'away' | 'offline';
}

export function Avatar({ picture, size, presence }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const file = useApiFile(picture ?? '');
  const isShown = file.src !== '' && picture !== broken;
  return (
    <span className={c('avatar', presence)}>
      <span className={c('disc')}>
        <img
          alt=""
          className={c('picture', !isShown && 'default')}
          crossOrigin={isShown ? file.crossOrigin : undefined}
          height={size}
          onError={() => setBroken(picture)}
          referrerPolicy="no-referrer"
          src={isShown ? file.src : DEFAULT_PICTURE}
          width={size}
        />
      </span>
    </span>
  );
}
