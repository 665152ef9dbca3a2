import { classes } from '../classes.ts';
import styles from './icon.module.css';

const c = classes(styles);
const paths = new Map<string, string>();

/** The outline of a Material Symbol file, which is one path in a box of 960 units. */
export function outlineOf(svg: string): string {
  let path = paths.get(svg);
  if (path === undefined) {
    path = /\sd="([^"]+)"/.exec(svg)?.[1] ?? '';
    paths.set(svg, path);
  }
  return path;
}

interface Props {
  /** The text of a file of this folder, imported with `?raw`. */
  readonly svg: string;
  readonly size?: 16 | 18 | 20 | 24 | 48;
  /** Arrows and chevrons point the other way where the text runs from right to left. */
  readonly mirrors?: boolean;
}

/** Always decoration: the control that holds it has the name. */
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
      <path d={outlineOf(svg)} />
    </svg>
  );
}
