import { timerText } from '../../core/phone-text.ts';
import { statusLine } from '../../core/screen/status-line.ts';
import { usePhone } from '../../phone-context.tsx';
import { useNow } from '../time/use-now.ts';

function useCallTimer(startedAt: number | null): string | null {
  const now = useNow(startedAt !== null);
  return startedAt === null ? null : timerText(startedAt, now);
}

export function useStatusLine(): string | null {
  const { state } = usePhone();
  const line = statusLine(state);
  const timer = useCallTimer(line?.name === 'timer' ? line.startedAt : null);
  return line?.name === 'text' ? line.text : timer;
}
