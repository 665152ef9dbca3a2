export interface WindowBounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const MIN_SIZE = { width: 360, height: 520 } as const;
const DEFAULT_SIZE = { width: 420, height: 760 } as const;
const MIN_VISIBLE = { width: 80, height: 24 } as const;

/**
 * The last position if its screen is connected, else the middle of the first screen.
 * `areas`: the screens, without menu bar and taskbar.
 */
export function initialBounds(
  last: WindowBounds | null,
  areas: readonly WindowBounds[],
): WindowBounds | typeof DEFAULT_SIZE {
  const area = last && areas.find((candidate) => isReachable(last, candidate));
  if (last && area) {
    const width = clamp(last.width, MIN_SIZE.width, area.width);
    const height = clamp(last.height, MIN_SIZE.height, area.height);
    return { x: last.x, y: last.y, width, height };
  }
  const [first] = areas;
  if (!first) return DEFAULT_SIZE;
  const width = Math.min(DEFAULT_SIZE.width, first.width);
  const height = Math.min(DEFAULT_SIZE.height, first.height);
  return {
    x: first.x + Math.round((first.width - width) / 2),
    y: first.y + Math.round((first.height - height) / 2),
    width,
    height,
  };
}

function isReachable({ x, y, width }: WindowBounds, area: WindowBounds): boolean {
  const shown = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
  return shown >= MIN_VISIBLE.width && y >= area.y && y <= area.y + area.height - MIN_VISIBLE.height;
}

function clamp(value: number, min: number, max: number): number {
  return Math.round(Math.max(min, Math.min(value, max)));
}
