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

export type FramedStatus = DesktopStatus['lamp'];

export interface PhoneFrame {
  readonly isOpen: boolean;
  /** Null until the phone reports. */
  readonly status: FramedStatus | null;
  readonly frame: RefObject<HTMLIFrameElement | null>;
  readonly open: () => void;
  readonly close: () => void;
}

const PhoneFrameContext = createContext<PhoneFrame | null>(null);

export function PhoneFrameProvider({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [status, setStatus] = useState<FramedStatus | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const read = ({ source, origin, data }: MessageEvent) => {
      if (origin !== location.origin || source === null || source !== frame.current?.contentWindow) return;
      const message = z.safeParse(FramedPhoneMessage, data);
      if (message.success) setStatus(message.data.status.lamp);
    };
    addEventListener('message', read);
    return () => removeEventListener('message', read);
  }, []);
  const close = () => {
    setOpen(false);
    setStatus(null);
  };
  return (
    <PhoneFrameContext value={{ isOpen, status, frame, open: () => setOpen(true), close }}>
      {children}
    </PhoneFrameContext>
  );
}

export function usePhoneFrame(): PhoneFrame {
  const frame = useContext(PhoneFrameContext);
  if (!frame) throw new Error('usePhoneFrame must be called inside <PhoneFrameProvider>.');
  return frame;
}
