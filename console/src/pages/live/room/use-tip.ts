import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { walkTo } from '../../../core/room/walk.ts';

/** A pointer that only crosses a tile opens nothing; one on its way to the tip doesn't close it. */
const OPEN_DELAY_MS = 250;
const CLOSE_DELAY_MS = 200;

const tileOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null;
const isInTip = (target: EventTarget) => target instanceof Element && target.closest('[data-tip]') !== null;

/** Which tile's tip is open, and which tile Tab reaches, by place id. */
export function useTip(room: RefObject<HTMLElement | null>) {
  const [openId, setOpenId] = useState<string | null>(null);
  const [walkedTo, setWalkedTo] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const tiles = () => [...(room.current?.querySelectorAll<HTMLElement>('[data-place]') ?? [])];
  const findTile = (id: string | null) => tiles().find(({ dataset }) => dataset['place'] === id);
  const open = (id: string | null, delayMs = 0) => {
    clearTimeout(timer.current);
    if (delayMs === 0) setOpenId(id);
    else timer.current = setTimeout(() => setOpenId(id), delayMs);
  };
  const enterTip = () => {
    // The tip renders with this event.
    requestAnimationFrame(() => room.current?.querySelector<HTMLElement>('[data-tip] button')?.focus());
  };

  function walk(event: KeyboardEvent, tile: HTMLElement): void {
    const all = tiles();
    const isRightToLeft = getComputedStyle(tile).direction === 'rtl';
    const boxes = all.map((one) => one.getBoundingClientRect());
    const to = walkTo(boxes, all.indexOf(tile), event.key, isRightToLeft);
    const next = to === null ? undefined : all[to];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  const handlers = {
    onPointerOver: ({ target, pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') return;
      if (isInTip(target)) return clearTimeout(timer.current);
      const id = tileOf(target)?.dataset['place'];
      if (id === undefined) open(null, CLOSE_DELAY_MS);
      else if (id === openId) clearTimeout(timer.current);
      else open(id, OPEN_DELAY_MS);
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') open(null, CLOSE_DELAY_MS);
    },
    onFocus: ({ target }: FocusEvent) => {
      const tile = tileOf(target);
      const id = tile?.dataset['place'];
      if (!tile || id === undefined) return;
      setWalkedTo(id);
      if (tile.matches(':focus-visible')) open(id);
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) open(null);
    },
    onClick: ({ target, detail }: MouseEvent) => {
      const id = tileOf(target)?.dataset['place'];
      if (id === undefined) return;
      const isKey = detail === 0;
      open(id === openId && !isKey ? null : id);
      if (isKey) enterTip();
    },
    onKeyDown: (event: KeyboardEvent) => {
      const tile = tileOf(event.target);
      if (event.key === 'Escape' && openId !== null) {
        event.stopPropagation();
        if (isInTip(event.target)) findTile(openId)?.focus();
        open(null);
      } else if (tile && !event.altKey && !event.ctrlKey && !event.metaKey) walk(event, tile);
    },
  };
  return { openId, walkedTo, findTile, handlers };
}
