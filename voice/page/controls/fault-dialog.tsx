import { t } from '@offhook/i18n/voice-page';
import { useState } from 'preact/hooks';
import type { CallFacts } from '../../src/inspector/core/log-events.ts';
import { Dialog } from '../dialog.tsx';
import { control } from '../requests.ts';
import { identityOf } from './identity.ts';

type Fault = 'hangup' | 'error' | 'cut' | 'close' | 'tone';

/** The number that a fault needs, and an example of it. */
const VALUES: Readonly<Record<Fault, number | null>> = {
  hangup: 31005,
  error: 31005,
  cut: null,
  close: null,
  tone: 440,
};

export function FaultDialog({ call, onClose }: { readonly call: CallFacts; readonly onClose: () => void }) {
  const identity = identityOf(call);
  const faults: readonly Fault[] =
    identity === null ? ['hangup', 'tone'] : ['hangup', 'error', 'cut', 'close'];
  const [fault, setFault] = useState<Fault>('hangup');
  const [value, setValue] = useState(String(VALUES.hangup));
  const [outcome, setOutcome] = useState('');
  const choose = (next: Fault): void => {
    setFault(next);
    setValue(String(VALUES[next] ?? ''));
  };
  const cause = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    try {
      const { affected } = await control(requestOf(fault, call.sid, identity, Number(value)));
      if (affected > 0) onClose();
      else setOutcome(t('control.nothing'));
    } catch (error) {
      setOutcome(t('control.failed', { reason: (error as Error).message }));
    }
  };
  return (
    <Dialog title={t('fault.title')} onClose={onClose}>
      <form class="fields" onSubmit={(event) => void cause(event)}>
        <fieldset>
          <legend>{t('fault.kind')}</legend>
          {faults.map((one) => (
            <label key={one} class="check">
              <input type="radio" name="fault" checked={one === fault} onChange={() => choose(one)} />{' '}
              {t(`fault.${one}`)}
            </label>
          ))}
        </fieldset>
        {VALUES[fault] !== null && (
          <label class="field">
            <span>{fault === 'tone' ? t('fault.frequency') : t('fault.code')}</span>
            <input
              type="number"
              required
              min={1}
              max={fault === 'tone' ? 4_000 : 99_999}
              value={value}
              onInput={(event) => setValue(event.currentTarget.value)}
            />
          </label>
        )}
        <footer>
          <p role="status">{outcome}</p>
          <button type="submit" class="primary">
            {t('fault.apply')}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

function requestOf(fault: Fault, callSid: string, identity: string | null, value: number): object {
  switch (fault) {
    case 'hangup':
      return { control: 'hangup', call_sid: callSid, code: value };
    case 'tone':
      return { control: 'tone', call_sid: callSid, frequency: value };
    case 'error':
      return { control: 'error', identity, code: value };
    case 'cut':
    case 'close':
      return { control: fault, identity };
    default:
      return fault satisfies never;
  }
}
