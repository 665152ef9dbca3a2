/**
 * Which seat of its group a tile has on the dense board. A change moves only the tiles of the agents concerned: an
 * agent who leaves a group leaves the seat empty and finds it again, unless someone else needed it. If a group is full,
 * a tile stays where it was for now, because a larger group would move all others.
 */
import type { Order } from '../board/order.ts';
import type { Placed, RoomGroup } from './groups.ts';

/** How long seats stay out of order before everyone is seated in order again. */
export const REORDER_MS = 60_000;
/** The same, if someone finds no seat in their group. A ring is mostly shorter. */
export const UNSEATED_MS = 10_000;

interface Seat {
  readonly agentId: number;
  /** Otherwise it is free, but still this agent's. */
  readonly isTaken: boolean;
}

interface GroupSeats {
  readonly key: string;
  readonly seats: readonly (Seat | null)[];
  /** The most tiles since everyone was seated in order. */
  readonly peak: number;
  /** Seats when everyone was seated in order. */
  readonly reserve: number;
}

export interface Seating {
  /** Grouping, order and filters; a new one starts without seats. */
  readonly view: string;
  readonly groups: readonly GroupSeats[];
  /** Ms since the Unix epoch. */
  readonly orderedAt: number;
  /** How often everyone was seated in order. */
  readonly round: number;
}

export interface Moment {
  readonly view: string;
  readonly order: Order;
  /** Ms since the Unix epoch. */
  readonly now: number;
  /** The pointer or the focus is on the room: no tile moves. */
  readonly isHeld: boolean;
  /** Seats for which the layout has space, by group. */
  readonly space: ReadonlyMap<string, number>;
}

/** @param groups all of the view, empty ones too */
export function seatRoom(
  before: Seating | null,
  groups: readonly RoomGroup[],
  { view, order, now, isHeld, space }: Moment,
): Seating {
  if (before?.view !== view) return inOrder(null, groups, view, now);
  if (isHeld) return { ...before, groups: hold(before.groups, groups, space), orderedAt: now };
  if (isDue(before, groups, now)) return inOrder(before, groups, view, now);
  const seated =
    order === 'name'
      ? reseat(before.groups, groups, space)
      : groups.map((group, at) => sortSeats(before.groups[at] ?? NONE, group));
  return { ...before, groups: seated };
}

function isDue({ orderedAt, groups: before }: Seating, groups: readonly RoomGroup[], now: number): boolean {
  if (now - orderedAt >= REORDER_MS) return true;
  if (now - orderedAt < UNSEATED_MS) return false;
  return groups.some(({ placed }, at) => {
    const seated = takenIn(before[at] ?? NONE);
    return placed.some(({ tile }) => !seated.has(tile.id) && now - (tile.since ?? 0) >= UNSEATED_MS);
  });
}

const NONE: GroupSeats = { key: '', seats: [], peak: 0, reserve: 0 };

const take = (agentId: number): Seat => ({ agentId, isTaken: true });

const idsOf = ({ placed }: RoomGroup): number[] => placed.map(({ tile }) => tile.id);

function inOrder(before: Seating | null, groups: readonly RoomGroup[], view: string, now: number): Seating {
  return {
    view,
    orderedAt: now,
    round: (before?.round ?? 0) + 1,
    groups: groups.map((group, at) => {
      const peak = group.placed.length;
      const reserve = Math.max(peak, before ? keepReserve(before.groups[at]) : peak + spare(peak));
      return { key: group.key, seats: fill(idsOf(group), reserve), peak, reserve };
    }),
  };
}

/** A small group varies by about its root, and more rarely fills a whole row of a large one. */
const spare = (count: number): number => Math.min(4, Math.ceil(Math.sqrt(count)));

/** A group that filled up will again, so its free seats go one round after the other. */
const keepReserve = ({ peak, reserve } = NONE): number => Math.max(peak, Math.floor(0.8 * reserve));

function fill(ids: readonly number[], count: number): (Seat | null)[] {
  return [...ids.map(take), ...Array<null>(Math.max(0, count - ids.length)).fill(null)];
}

function sortSeats(before: GroupSeats, group: RoomGroup): GroupSeats {
  return { ...withPeak(before, group), seats: fill(idsOf(group), before.seats.length) };
}

function withPeak(before: GroupSeats, { key, placed }: RoomGroup): GroupSeats {
  return { ...before, key, peak: Math.max(before.peak, placed.length) };
}

function reseat(
  before: readonly GroupSeats[],
  groups: readonly RoomGroup[],
  space: ReadonlyMap<string, number>,
): GroupSeats[] {
  const seatedBefore = new Set(before.flatMap((group) => [...takenIn(group)]));
  const unseated = new Set<number>();
  const seated = groups.map((group, at) => {
    const old = before[at] ?? NONE;
    const here = new Set(idsOf(group));
    const seats = [...old.seats];
    for (const id of here) {
      const seat = freeSeat(seats, id, space.get(group.key) ?? 0);
      if (seat !== null) seats[seat] = take(id);
      else if (seatedBefore.has(id)) unseated.add(id);
      else seats.push(take(id));
    }
    return { ...withPeak(old, group), here, seats };
  });
  return seated.map(({ here, seats, ...group }) => ({
    ...group,
    seats: seats.map(
      (seat) =>
        seat && {
          ...seat,
          isTaken: here.has(seat.agentId) || (seat.isTaken && unseated.has(seat.agentId)),
        },
    ),
  }));
}

/**
 * The agent's own seat, then a free one, then a new one, then that of an agent who has left before this change.
 * @returns null if there is none
 */
function freeSeat(seats: readonly (Seat | null)[], agentId: number, space: number): number | null {
  const all = seats.slice(0, space);
  const own = all.findIndex((seat) => seat?.agentId === agentId);
  if (own !== -1) return own;
  const unowned = all.indexOf(null);
  if (unowned !== -1) return unowned;
  if (seats.length < space) return seats.length;
  const left = all.findIndex((seat) => !seat?.isTaken);
  return left === -1 ? null : left;
}

const takenIn = ({ seats }: GroupSeats): ReadonlySet<number> =>
  new Set(seats.flatMap((seat) => (seat?.isTaken ? seat.agentId : [])));

/** Each tile stays, whatever its agent's state is now. */
function hold(
  before: readonly GroupSeats[],
  groups: readonly RoomGroup[],
  space: ReadonlyMap<string, number>,
): GroupSeats[] {
  const present = new Set(groups.flatMap(idsOf));
  const seated = new Set(before.flatMap((group) => [...takenIn(group)]));
  return before.map((group, at) => {
    const seats = group.seats.map(
      (seat) => seat && { ...seat, isTaken: seat.isTaken && present.has(seat.agentId) },
    );
    for (const id of groups[at] ? idsOf(groups[at]) : []) {
      if (!seated.has(id)) seats[freeSeat(seats, id, space.get(group.key) ?? 0) ?? seats.length] = take(id);
    }
    return { ...group, seats };
  });
}

/** A tile, and how many seats are before it in its group. */
interface Seated {
  readonly placed: Placed;
  readonly seat: number;
}

export interface SeatedGroup extends RoomGroup {
  /** The tiles shown here; while the room is held, not those of `placed`. */
  readonly seated: readonly Seated[];
  /** Seats up to the last tile. */
  readonly needed: number;
  /** With the free ones. */
  readonly capacity: number;
}

/** Groups without a seat are left out. */
export function showSeats({ groups: seating }: Seating, groups: readonly RoomGroup[]): SeatedGroup[] {
  const placedById = new Map(groups.flatMap(({ placed }) => placed.map((one) => [one.tile.id, one])));
  return groups.flatMap((group, at) => {
    const { seats = [] } = seating[at] ?? {};
    if (seats.length === 0) return [];
    const seated = seats.flatMap((seat, index) => {
      const placed = seat?.isTaken ? placedById.get(seat.agentId) : undefined;
      return placed ? [{ placed, seat: index }] : [];
    });
    const needed = (seated.at(-1)?.seat ?? -1) + 1;
    return [{ ...group, seated, needed, capacity: seats.length }];
  });
}
