import { t } from '@offhook/i18n/voice-page';
import { useState } from 'preact/hooks';
import type { CallFacts } from '../../src/inspector/core/log-events.ts';
import { control } from '../requests.ts';
import { FaultDialog } from './fault-dialog.tsx';
import { identityOf } from './identity.ts';
import { NetworkDialog } from './network-dialog.tsx';

/** What a developer can do to a running call. */
export function CallControls({ call }: { readonly call: CallFacts }) {
  const [dialog, setDialog] = useState<'network' | 'fault' | null>(null);
  const [digits, setDigits] = useState('');
  const [fault, setFault] = useState('');
  const act = async (body: object): Promise<void> => {
    setFault('');
    try {
      const { affected } = await control(body);
      if (affected === 0) setFault(t('control.nothing'));
    } catch (error) {
      setFault(t('control.failed', { reason: (error as Error).message }));
    }
  };
  const press = (event: SubmitEvent): void => {
    event.preventDefault();
    void act({ control: 'keys', call_sid: call.sid, digits });
    setDigits('');
  };
  return (
    <div class="controls">
      <form class="keys" onSubmit={press}>
        <input
          aria-label={t('control.keys')}
          placeholder={t('control.keys')}
          required
          pattern="[0-9*#w]{1,100}"
          inputMode="tel"
          autocomplete="off"
          value={digits}
          onInput={(event) => setDigits(event.currentTarget.value)}
        />
        <button type="submit" class="quiet">
          {t('control.press')}
        </button>
      </form>
      {identityOf(call) !== null && (
        <button type="button" class="quiet" onClick={() => setDialog('network')}>
          {t('bar.network')}
        </button>
      )}
      <button type="button" class="quiet" onClick={() => setDialog('fault')}>
        {t('control.faults')}
      </button>
      <button
        type="button"
        class="danger"
        onClick={() => void act({ control: 'hangup', call_sid: call.sid })}
      >
        {t('control.hangUp')}
      </button>
      <p role="status" class="fault">
        {fault}
      </p>
      {dialog === 'network' && <NetworkDialog callSid={call.sid} onClose={() => setDialog(null)} />}
      {dialog === 'fault' && <FaultDialog call={call} onClose={() => setDialog(null)} />}
    </div>
  );
}
