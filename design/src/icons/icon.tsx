import { classes } from '../classes.ts';
import styles from './icon.module.css';

const c = classes(styles);
const paths = new Map<string, string>();

/** The path data of a Material Symbol, in a viewBox of 960 units. */
export function iconPath(svg: string): string {
  let path = paths.get(svg);
  if (path === undefined) {
    path = /\sd="([^"]+)"/.exec(svg)?.[1] ?? '';
    paths.set(svg, path);
  }
  return path;
}

interface Props {
  /** SVG source, imported with `?raw`. */
  readonly svg: string;
  readonly size?: 16 | 18 | 20 | 24 | 48;
  /** Flips it in right-to-left text. */
  readonly mirrors?: boolean;
}

export function Icon({ svg, size = 20, mirrors = false }: Props) {
  return (
    <svg
      aria-hidden="true"
      className={c('icon', mirrors && 'mirrors')}
      fill="currentColor"
      height={size}
      viewBox="0 -960 960 960"
      width={size}
    >
      <path d={iconPath(svg)} />
    </svg>
  );
}
