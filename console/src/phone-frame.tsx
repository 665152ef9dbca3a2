/** The supervisor's own phone inside the console. It is closed until the first call to join needs it. */
import { FramedPhoneMessage } from '@offhook/contract/client/framed-phone';
import type { DesktopStatus } from '@offhook/contract/desktop';
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import * as z from 'zod/mini';

export interface PhoneFrame {
  readonly isOpen: boolean;
  /** Null until the phone reports. */
  readonly status: DesktopStatus | null;
  readonly frame: RefObject<HTMLIFrameElement | null>;
  /** @param focusAfter gets the focus when the phone is closed */
  readonly open: (focusAfter: () => void) => void;
  readonly close: () => void;
  /** For requests that outlast a render. */
  readonly isOpenNow: () => boolean;
}

/** Gets the focus if what opened the phone is gone. */
export const MAIN_ID = 'page';

const PhoneFrameContext = createContext<PhoneFrame | null>(null);

export function PhoneFrameProvider({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [status, setStatus] = useState<DesktopStatus | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const openNow = useRef(false);
  const focusAfter = useRef<(() => void) | null>(null);
  useEffect(() => {
    const read = ({ source, origin, data }: MessageEvent) => {
      if (origin !== location.origin || source === null || source !== frame.current?.contentWindow) return;
      const message = z.safeParse(FramedPhoneMessage, data);
      if (message.success) setStatus(message.data.status);
    };
    addEventListener('message', read);
    return () => removeEventListener('message', read);
  }, []);
  useEffect(() => {
    const focus = focusAfter.current;
    if (isOpen || !focus) return;
    focusAfter.current = null;
    focus();
    if (document.activeElement === document.body)
      document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
  }, [isOpen]);
  const show = (next: boolean) => {
    openNow.current = next;
    setOpen(next);
  };
  const open = (focus: () => void) => {
    focusAfter.current = focus;
    show(true);
  };
  const close = () => {
    show(false);
    setStatus(null);
  };
  return (
    <PhoneFrameContext value={{ isOpen, status, frame, open, close, isOpenNow: () => openNow.current }}>
      {children}
    </PhoneFrameContext>
  );
}

export function usePhoneFrame(): PhoneFrame {
  const frame = useContext(PhoneFrameContext);
  if (!frame) throw new Error('usePhoneFrame must be called inside <PhoneFrameProvider>.');
  return frame;
}
