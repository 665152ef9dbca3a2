import { useRef } from 'react';
import type { RoomGroup } from '../../../core/room/groups.ts';
import { type Moment, type Seating, seatRoom, showSeats } from '../../../core/room/seats.ts';

/** The groups with the seats of their tiles. @returns round: changes when everyone was seated in order */
export function useSeats(groups: readonly RoomGroup[], moment: Moment) {
  const before = useRef<Seating | null>(null);
  const seating = seatRoom(before.current, groups, moment);
  before.current = seating;
  return { groups: showSeats(seating, groups), round: seating.round };
}
