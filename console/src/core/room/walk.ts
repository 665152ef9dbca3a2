/** Which tile an arrow key leads to. */

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * @param boxes the tiles, in reading order
 * @returns null if the key doesn't walk, or there is no tile in that direction
 */
export function walkTo(
  boxes: readonly Box[],
  at: number,
  key: string,
  isRightToLeft: boolean,
): number | null {
  const valid = (to: number) => (to >= 0 && to < boxes.length && to !== at ? to : null);
  if (key === 'Home') return valid(0);
  if (key === 'End') return valid(boxes.length - 1);
  const step = STEPS[key];
  if (step !== undefined) return valid(at + (isRightToLeft ? -step : step));
  const from = boxes[at];
  if (!from || (key !== 'ArrowUp' && key !== 'ArrowDown')) return null;
  const isBeyond = ({ top }: Box) => (key === 'ArrowDown' ? top > from.top : top < from.top);
  const rows = boxes.filter(isBeyond).map(({ top }) => top);
  if (rows.length === 0) return null;
  const row = key === 'ArrowDown' ? Math.min(...rows) : Math.max(...rows);
  const middle = (box: Box) => (box.left + box.right) / 2;
  const distance = (box: Box) => Math.abs(middle(box) - middle(from));
  return boxes.reduce<number | null>((nearest, box, index) => {
    if (box.top !== row) return nearest;
    const best = nearest === null ? undefined : boxes[nearest];
    return best === undefined || distance(box) < distance(best) ? index : nearest;
  }, null);
}
