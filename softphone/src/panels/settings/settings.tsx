import { SECURITY_PAGE } from '@offhook/contract/client/sign-in-pages';
import { CLIENT_VERSION } from '@offhook/contract/limits';
import { classes } from '@offhook/design/classes';
import { Select } from '@offhook/design/forms/field.tsx';
import { Switch } from '@offhook/design/forms/switch.tsx';
import copy from '@offhook/design/icons/content_copy.svg?raw';
import headphones from '@offhook/design/icons/headphones.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import key from '@offhook/design/icons/key.svg?raw';
import security from '@offhook/design/icons/lock_reset.svg?raw';
import mic from '@offhook/design/icons/mic.svg?raw';
import bell from '@offhook/design/icons/notifications.svg?raw';
import refresh from '@offhook/design/icons/refresh.svg?raw';
import { t } from '@offhook/i18n/phone';
import { type FormEvent, useContext, useId, useState } from 'react';
import { ApiContext } from '../../api-context.ts';
import { Button } from '../../components/buttons/button.tsx';
import { Panel } from '../../components/frame/panel.tsx';
import type { Settings as Stored } from '../../core/audio/audio-state.ts';
import { haveLabels, realDevices, settingsInUse } from '../../core/audio/device-choice.ts';
import { autoAccept } from '../../core/screen/ringing/auto-accept.ts';
import { usePhone, useSoundCheck } from '../../phone-context.tsx';
import { ChangePassword, passwordChangedText } from './change-password.tsx';
import { LanguageAndTime } from './language-and-time.tsx';
import styles from './settings.module.css';
import { SoundCheck } from './sound-check.tsx';

const c = classes(styles);

type Choice = Pick<Stored, 'microphone' | 'speaker' | 'ringer'>;

const USES = [
  { use: 'microphone', label: 'settings.microphone', icon: mic, list: 'inputs' },
  { use: 'speaker', label: 'settings.speaker', icon: headphones, list: 'outputs' },
  { use: 'ringer', label: 'settings.ringer', icon: bell, list: 'outputs' },
] as const;

export default function Settings() {
  const [changing, setChanging] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  if (!changing) return <SettingsPanel done={done} onPassword={() => setChanging(true)} />;
  const goBack = (text: string | null) => {
    setDone(text);
    setChanging(false);
  };
  return (
    <ChangePassword onBack={() => goBack(null)} onChanged={(ended) => goBack(passwordChangedText(ended))} />
  );
}

interface SettingsProps {
  readonly done: string | null;
  readonly onPassword: () => void;
}

function SettingsPanel({ done, onPassword }: SettingsProps) {
  const { state, send } = usePhone();
  const { devices, settings } = state.audio;
  /** Only changed fields, so that a disconnected device stays chosen. */
  const [changed, setChanged] = useState<Partial<Choice>>({});
  const formId = useId();
  const switchId = useId();
  const inUse = settingsInUse(devices, settings);
  const accepts = autoAccept(state);
  const { microphone, speaker, ringer } = { ...inUse, ...changed };
  const { plainMicrophone: plain } = settings;
  const { send: check } = useSoundCheck();
  const base = useContext(ApiContext)?.base ?? location.origin;

  const change = (use: keyof Choice, device: string) => {
    setChanged({ ...changed, [use]: device });
    if (use === 'microphone') check({ type: 'microphoneChosen', microphone: device, plain });
  };

  const save = (event: FormEvent) => {
    event.preventDefault();
    const { microphone, speaker, ringer } = { ...settings, ...changed };
    send({ type: 'settingsSaved', settings: { microphone, speaker, ringer } });
    setChanged({});
  };

  return (
    <Panel
      footer={
        <Button form={formId} variant="primary" type="submit">
          {t('common.save')}
        </Button>
      }
      kind="form"
      onClose={() => send({ type: 'panelClosed' })}
      title={t('settings.title')}
    >
      <form className={c('form')} id={formId} onSubmit={save}>
        {USES.map(({ use, label, icon, list }) => (
          <Select
            icon={icon}
            key={use}
            label={t(label)}
            onChange={({ target }) => change(use, target.value)}
            value={changed[use] ?? inUse[use]}
          >
            <option value="">{t('settings.systemDefault')}</option>
            {realDevices(devices[list]).map((device) => (
              <option key={device.id} value={device.id}>
                {device.label}
              </option>
            ))}
          </Select>
        ))}
        {!haveLabels(devices) && <p className={c('hint')}>{t('settings.unnamedDevices')}</p>}
      </form>
      <SoundCheck microphone={microphone} plain={plain} ringer={ringer} speaker={speaker} />
      <LanguageAndTime />
      <div className={c('rows')}>
        {accepts !== null && (
          <div className={c('row')}>
            <label htmlFor={switchId}>{t('settings.autoAccept')}</label>
            <Switch id={switchId} on={accepts} onSwitch={() => send({ type: 'autoAcceptSwitched' })} />
          </div>
        )}
        <NotifyRow />
        <button className={c('row', 'act')} onClick={onPassword} type="button">
          <Icon svg={key} />
          {t('changePassword.title')}
        </button>
        {/* A new tab, because leaving the phone would end its call. */}
        <a className={c('row', 'act')} href={base + SECURITY_PAGE} rel="noopener" target="_blank">
          <Icon svg={security} />
          {t('settings.security')}
        </a>
        <p className={c('done')} role="status">
          {done}
        </p>
        <button
          className={c('row', 'act')}
          onClick={() => send({ type: 'copyErrorLogsClicked' })}
          type="button"
        >
          <Icon svg={copy} />
          {t('errorLogs.copy')}
        </button>
        <div className={c('row')}>
          <button className={c('act')} onClick={() => send({ type: 'updateClicked' })} type="button">
            <Icon svg={refresh} />
            {t('settings.update')}
          </button>
          <span className={c('version')}>{t('settings.version', { version: CLIENT_VERSION })}</span>
        </div>
      </div>
    </Panel>
  );
}

function NotifyRow() {
  const { state, send } = usePhone();
  switch (state.audio.notify) {
    case 'default':
      return (
        <button
          className={c('row', 'act')}
          onClick={() => send({ type: 'allowNotificationsClicked' })}
          type="button"
        >
          <Icon svg={bell} />
          {t('notifications.allow')}
        </button>
      );
    case 'denied':
      return <p className={c('row', 'blocked')}>{t('notifications.blocked')}</p>;
    case 'granted':
    case 'unknown':
      return null;
    default:
      return state.audio.notify satisfies never;
  }
}
