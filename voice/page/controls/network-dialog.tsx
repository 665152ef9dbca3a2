import { t } from '@offhook/i18n/voice-page';
import { useState } from 'preact/hooks';
import { Dialog } from '../dialog.tsx';
import { impair } from '../requests.ts';

interface NetworkDialogProps {
  /** Null: the calls of all browsers. */
  readonly callSid: string | null;
  readonly onClose: () => void;
}

export function NetworkDialog({ callSid, onClose }: NetworkDialogProps) {
  const [outcome, setOutcome] = useState('');
  const apply = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const number = (name: string) => Number(form.get(name) || 0);
    const target = callSid === null ? { all: true } : { call_sid: callSid };
    const setting = {
      loss: number('loss') / 100,
      delay_ms: number('delay'),
      jitter_ms: number('jitter'),
      cut_ms: number('cut') * 1_000,
      signaling: form.get('signaling') === 'on',
    };
    try {
      const { affected } = await impair({ ...target, ...setting });
      setOutcome(t('network.done', { count: affected }));
    } catch (error) {
      setOutcome(t('control.failed', { reason: (error as Error).message }));
    }
  };
  return (
    <Dialog title={t('network.title')} onClose={onClose}>
      <form class="fields" onSubmit={(event) => void apply(event)}>
        <p class="soft">
          {callSid === null ? t('network.all') : t('network.one')}. {t('network.explain')}
        </p>
        <NumberField name="loss" label={t('network.loss')} max={100} />
        <NumberField name="delay" label={t('network.delay')} max={2_000} />
        <NumberField name="jitter" label={t('network.jitter')} max={2_000} />
        <NumberField name="cut" label={t('network.cut')} max={600} />
        <label class="check">
          <input type="checkbox" name="signaling" /> {t('network.signaling')}
        </label>
        <footer>
          <p role="status">{outcome}</p>
          <button type="submit" class="primary">
            {t('network.apply')}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

function NumberField(props: { readonly name: string; readonly label: string; readonly max: number }) {
  const { name, label, max } = props;
  return (
    <label class="field">
      <span>{label}</span>
      <input type="number" name={name} min={0} max={max} step="any" defaultValue="0" inputMode="decimal" />
    </label>
  );
}
