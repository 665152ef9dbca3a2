import { classes } from '@offhook/design/classes';
import { useShortcuts } from '@offhook/design/keys/use-shortcuts';
import { t } from '@offhook/i18n/phone';
import { Panel } from '../components/frame/panel.tsx';
import { sentDigits } from '../core/screen/on-call/call-controls.ts';
import { usePhone } from '../phone-context.tsx';
import styles from './keypad.module.css';

const c = classes(styles);

const KEYS = [
  ['1', ''],
  ['2', 'ABC'],
  ['3', 'DEF'],
  ['4', 'GHI'],
  ['5', 'JKL'],
  ['6', 'MNO'],
  ['7', 'PQRS'],
  ['8', 'TUV'],
  ['9', 'WXYZ'],
  ['*', ''],
  ['0', '+'],
  ['#', ''],
] as const;

export default function Keypad() {
  const { state, send } = usePhone();
  const press = (digits: string) => send({ type: 'digitsPressed', digits });
  useShortcuts(Object.fromEntries(KEYS.map(([digit]) => [digit, () => press(digit)])));
  return (
    <Panel kind="form" onClose={() => send({ type: 'panelClosed' })} title={t('keypad.title')}>
      <div className={c('keypad')}>
        <output className={c('digits')} dir="ltr">
          <span>{sentDigits(state)}</span>
        </output>
        <div className={c('keys')} dir="ltr">
          {KEYS.map(([digit, letters]) => (
            <button
              aria-keyshortcuts={digit}
              aria-label={digit}
              className={c('key')}
              key={digit}
              onClick={() => press(digit)}
              type="button"
            >
              <span aria-hidden="true" className={c('digit')}>
                {digit}
              </span>
              <span aria-hidden="true" className={c('letters')}>
                {letters}
              </span>
            </button>
          ))}
        </div>
      </div>
    </Panel>
  );
}
