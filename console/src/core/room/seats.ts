/**
 * Which seat of its group a tile has on the dense board. A change moves only the tiles of the agents concerned: whoever
 * leaves a group leaves the seat empty and finds it again, unless someone else needed it.
 */
import type { Order } from '../board/order.ts';
import type { Placed, RoomGroup } from './groups.ts';

/** How long seats stay out of order before everyone is seated in order again. */
export const REORDER_MS = 60_000;

interface Seat {
  readonly agentId: number;
  /** Otherwise it is free, but still this agent's. */
  readonly isTaken: boolean;
}

export interface GroupSeats {
  readonly key: string;
  readonly seats: readonly (Seat | null)[];
  /** The most tiles since everyone was seated in order. */
  readonly peak: number;
  /** Seats when everyone was seated in order. */
  readonly reserve: number;
}

export interface Seating {
  /** Grouping, order and filters; in another one, nobody has a seat yet. */
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
}

/** @param groups all of the view, empty ones too */
export function seatRoom(
  before: Seating | null,
  groups: readonly RoomGroup[],
  { view, order, now, isHeld }: Moment,
): Seating {
  if (before?.view !== view) return inOrder(null, groups, view, now);
  if (isHeld) return { ...before, groups: hold(before.groups, groups), orderedAt: now };
  if (now - before.orderedAt >= REORDER_MS) return inOrder(before, groups, view, now);
  const seat = order === 'name' ? reseat : sortSeats;
  return { ...before, groups: groups.map((group, at) => seat(before.groups[at] ?? NONE, group)) };
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

/** A group's size varies by about its root. */
const spare = (count: number): number => Math.ceil(Math.sqrt(count));

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

function reseat(before: GroupSeats, group: RoomGroup): GroupSeats {
  const { seats } = before;
  const here = new Set(idsOf(group));
  const kept = seats.map((seat) => seat && { ...seat, isTaken: here.has(seat.agentId) });
  const owners = new Set(seats.map((seat) => seat?.agentId));
  const arriving = [...here].filter((id) => !owners.has(id));
  return { ...withPeak(before, group), seats: seatArriving(kept, arriving) };
}

/** In seats of nobody, then in those of agents who have left, then in new ones. */
function seatArriving(seats: readonly (Seat | null)[], arriving: readonly number[]): (Seat | null)[] {
  const all = [...seats];
  for (const agentId of arriving) {
    const unowned = all.indexOf(null);
    const at = unowned === -1 ? all.findIndex((seat) => !seat?.isTaken) : unowned;
    all[at === -1 ? all.length : at] = take(agentId);
  }
  return all;
}

/** Each tile stays, whatever its agent's state is now. */
function hold(before: readonly GroupSeats[], groups: readonly RoomGroup[]): GroupSeats[] {
  const present = new Set(groups.flatMap(idsOf));
  const seated = new Set(before.flatMap(({ seats }) => seats.map((seat) => seat?.isTaken && seat.agentId)));
  return before.map((group, at) => {
    const kept = group.seats.map(
      (seat) => seat && { ...seat, isTaken: seat.isTaken && present.has(seat.agentId) },
    );
    const arriving = groups[at] ? idsOf(groups[at]).filter((id) => !seated.has(id)) : [];
    return { ...group, seats: seatArriving(kept, arriving) };
  });
}

/** A tile, and how many seats are before it in its group. */
export interface Seated {
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
