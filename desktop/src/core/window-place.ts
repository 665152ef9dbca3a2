/** Where the phone's window opens. */

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const SMALLEST = { width: 360, height: 520 } as const;
const FIRST = { width: 420, height: 760 } as const;
/** So much of the title bar must be there to be taken hold of. */
const HOLD = { width: 80, height: 24 } as const;

/** Where it was, unless that screen is gone; else in the middle of the first screen. `areas`: without menu and task bars. */
export function openingPlace(last: Place | null, areas: readonly Place[]): Place | typeof FIRST {
  const area = last && areas.find((candidate) => canBeHeld(last, candidate));
  if (last && area) {
    const width = clamp(last.width, SMALLEST.width, area.width);
    const height = clamp(last.height, SMALLEST.height, area.height);
    return { x: last.x, y: last.y, width, height };
  }
  const [first] = areas;
  if (!first) return FIRST;
  const width = Math.min(FIRST.width, first.width);
  const height = Math.min(FIRST.height, first.height);
  return {
    x: first.x + Math.round((first.width - width) / 2),
    y: first.y + Math.round((first.height - height) / 2),
    width,
    height,
  };
}

function canBeHeld({ x, y, width }: Place, area: Place): boolean {
  const shown = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
  return shown >= HOLD.width && y >= area.y && y <= area.y + area.height - HOLD.height;
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.max(least, Math.min(value, most)));
}
