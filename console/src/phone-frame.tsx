/** The supervisor's own phone inside the console. It is closed until the first call to join needs it. */
import { FramedPhoneMessage } from '@offhook/contract/client/framed-phone';
import type { DesktopStatus } from '@offhook/contract/desktop';
import { createListeners } from '@offhook/design/listeners';
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import * as z from 'zod/mini';

interface Framed {
  readonly isOpen: boolean;
  /** Null until the phone reports. */
  readonly status: DesktopStatus | null;
}

export interface PhoneFrame extends Framed {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  /** @param focusAfter gets the focus when the phone is closed */
  readonly open: (focusAfter: () => void) => void;
  readonly close: () => void;
  /** For requests that outlast a render. */
  readonly now: () => Framed;
  /** Resolves when a call can reach the phone, when it is closed, or after this time. */
  readonly untilReady: (timeoutMs: number) => Promise<void>;
}

/** Gets the focus if what opened the phone is gone. */
export const MAIN_ID = 'page';

const CLOSED: Framed = { isOpen: false, status: null };

export function isReady({ isOpen, status }: Framed): boolean {
  return isOpen && status !== null && status.lamp !== 'offline' && status.lamp !== 'signedOut';
}

function createFrameState() {
  const { listen, notify } = createListeners();
  let framed = CLOSED;
  const set = (next: Framed) => {
    framed = next;
    notify();
  };
  return {
    listen,
    now: () => framed,
    open: () => set({ ...framed, isOpen: true }),
    close: () => set(CLOSED),
    report: (status: DesktopStatus) => set({ ...framed, status }),
    untilReady: (timeoutMs: number) =>
      new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          stop();
          resolve();
        };
        const check = () => {
          if (!framed.isOpen || isReady(framed)) end();
        };
        const timer = setTimeout(end, timeoutMs);
        const stop = listen(check);
        check();
      }),
  };
}

const PhoneFrameContext = createContext<PhoneFrame | null>(null);

export function PhoneFrameProvider({ children }: { readonly children: ReactNode }) {
  const [{ listen, now, report, ...state }] = useState(createFrameState);
  const framed = useSyncExternalStore(listen, now);
  const frame = useRef<HTMLIFrameElement>(null);
  const focusAfter = useRef<(() => void) | null>(null);
  useEffect(() => {
    const read = ({ source, origin, data }: MessageEvent) => {
      if (origin !== location.origin || source === null || source !== frame.current?.contentWindow) return;
      const message = z.safeParse(FramedPhoneMessage, data);
      if (message.success) report(message.data.status);
    };
    addEventListener('message', read);
    return () => removeEventListener('message', read);
  }, [report]);
  useEffect(() => {
    const focus = focusAfter.current;
    if (framed.isOpen || !focus) return;
    focusAfter.current = null;
    focus();
    if (document.activeElement === document.body)
      document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
  }, [framed.isOpen]);
  const open = (focus: () => void) => {
    focusAfter.current = focus;
    state.open();
  };
  return <PhoneFrameContext value={{ ...framed, ...state, now, frame, open }}>{children}</PhoneFrameContext>;
}

export function usePhoneFrame(): PhoneFrame {
  const frame = useContext(PhoneFrameContext);
  if (!frame) throw new Error('usePhoneFrame must be called inside <PhoneFrameProvider>.');
  return frame;
}
