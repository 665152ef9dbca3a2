/** The supervisor's own phone inside the console. It is closed until the first call to join needs it. */
import { type FramedPhoneCommand, FramedPhoneMessage } from '@offhook/contract/client/framed-phone';
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
  /** Hangs up, then closes: the server takes a phone that vanishes from a call for a lost connection and waits for it. */
  readonly leaveCall: () => Promise<void>;
  /** For requests that outlast a render. */
  readonly now: () => Framed;
  /** Resolves when a call can reach the phone, when it is closed, or after this time. */
  readonly untilReady: (timeoutMs: number) => Promise<void>;
}

/** Gets the focus if what opened the phone is gone. */
export const MAIN_ID = 'page';

/** For a phone that cannot hang up. */
const HANG_UP_TIMEOUT_MS = 3_000;

const CLOSED: Framed = { isOpen: false, status: null };

export function isReady({ isOpen, status }: Framed): boolean {
  return isOpen && status !== null && status.lamp !== 'offline' && status.lamp !== 'signedOut';
}

export function isInCall({ status }: Framed): boolean {
  return status?.lamp === 'oncall' || status?.lamp === 'held';
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
    /** Resolves when this holds, when the phone is closed, or after this time. */
    until: (holds: (framed: Framed) => boolean, timeoutMs: number) =>
      new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          stop();
          resolve();
        };
        const check = () => {
          if (!framed.isOpen || holds(framed)) end();
        };
        const timer = setTimeout(end, timeoutMs);
        const stop = listen(check);
        check();
      }),
  };
}

const PhoneFrameContext = createContext<PhoneFrame | null>(null);

export function PhoneFrameProvider({ children }: { readonly children: ReactNode }) {
  const [{ listen, now, open, close, report, until }] = useState(createFrameState);
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
  const phone: PhoneFrame = {
    ...framed,
    frame,
    now,
    open: (focus) => {
      focusAfter.current = focus;
      open();
    },
    close,
    leaveCall: async () => {
      const message: FramedPhoneCommand = { type: 'offhookConsole', command: { type: 'hangUp' } };
      frame.current?.contentWindow?.postMessage(message, location.origin);
      await until((changed) => !isInCall(changed), HANG_UP_TIMEOUT_MS);
      close();
    },
    untilReady: (timeoutMs) => until(isReady, timeoutMs),
  };
  return <PhoneFrameContext value={phone}>{children}</PhoneFrameContext>;
}

export function usePhoneFrame(): PhoneFrame {
  const frame = useContext(PhoneFrameContext);
  if (!frame) throw new Error('usePhoneFrame must be called inside <PhoneFrameProvider>.');
  return frame;
}
