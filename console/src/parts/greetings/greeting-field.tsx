import type { GreetingFile } from '@offhook/contract/console/greeting-entities';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Segmented } from '@offhook/design/forms/segmented.tsx';
import record from '@offhook/design/icons/fiber_manual_record-fill.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import mic from '@offhook/design/icons/mic.svg?raw';
import upload from '@offhook/design/icons/upload_file.svg?raw';
import { t } from '@offhook/i18n/console';
import { formatPercent } from '@offhook/i18n/formats';
import { useRef, useState } from 'react';
import { useConsole } from '../../console-context.ts';
import { runningTime } from '../../core/board/durations.ts';
import { type GreetingProblem, greetingProblemText } from '../../core/greetings/greeting-problems.ts';
import { SmallButton } from '../cards/small-button.tsx';
import { focusMarked } from '../forms/focus-marked.ts';
import { TextArea } from '../forms/text-field.tsx';
import styles from './greeting-field.module.css';
import { GreetingPlayer } from './greeting-player.tsx';
import { toTelephoneAudio } from './telephone-audio.ts';
import { useMicrophone } from './use-microphone.ts';

const c = classes(styles);

interface Props {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly file: GreetingFile | null;
  readonly onFile: (file: GreetingFile | null) => void;
}

type Kind = 'text' | 'audio';

const kinds = () =>
  [
    { value: 'text', label: t('greeting.text'), icon: '' },
    { value: 'audio', label: t('greeting.audio'), icon: '' },
  ] as const;

/** What callers hear: a text, an uploaded file or a recording of the microphone. */
export function GreetingField({ label, hint, value, onText, file, onFile }: Props) {
  const [chosen, setChosen] = useState<Kind>('text');
  /** Comes back when Audio is chosen again. */
  const [setAside, keepAside] = useState<GreetingFile | null>(null);
  const kind = file === null ? chosen : 'audio';
  const choose = (next: Kind) => {
    setChosen(next);
    if (next === 'text') keepAside(file);
    onFile(next === 'text' ? null : setAside);
  };
  const choice = (
    <Segmented choices={kinds()} chosen={kind} name={t('greeting.kind', { label })} onChoose={choose} tight />
  );
  if (kind === 'text')
    return (
      <TextArea beside={choice} hint={hint} label={label} maxLength={1000} onText={onText} value={value} />
    );
  return (
    <fieldset aria-label={label} className={c('field')}>
      <div className={c('head')}>
        <span aria-hidden="true" className={c('label')}>
          {label}
        </span>
        {choice}
      </div>
      <GreetingAudio file={file} hasText={value.trim() !== ''} label={label} onFile={onFile} />
    </fieldset>
  );
}

interface AudioProps extends Pick<Props, 'label' | 'file' | 'onFile'> {
  /** Callers hear the text until there is audio. */
  readonly hasText: boolean;
}

function GreetingAudio({ label, file, hasText, onFile }: AudioProps) {
  const { api } = useConsole();
  const input = useRef<HTMLInputElement>(null);
  /** The fraction that was uploaded, 0 to 1; null: no upload. */
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const fail = (problem: GreetingProblem) => setError(greetingProblemText(problem));
  const send = async (sound: Blob, name: string | null) => {
    setError(null);
    setSent(0);
    const audio = await toTelephoneAudio(sound);
    const answer = audio.ok ? await api.uploadGreeting(audio.wav, name, setSent) : null;
    setSent(null);
    if (!audio.ok) return fail(audio.problem);
    if (answer?.ok) onFile(answer.value);
    else setError(answer?.error ?? null);
  };
  const microphone = useMicrophone({ onRecorded: (sound) => void send(sound, null), onProblem: fail });
  const isRecorded = file !== null && file.name === null;
  return (
    <div className={c('audio')}>
      {error !== null && <Banner text={error} />}
      {microphone.seconds !== null ? (
        <div className={c('row')} ref={focusMarked}>
          <span className={c('recording')} role="status">
            <Icon size={20} svg={record} />
            {t('greeting.recording')}
          </span>
          <span className={c('time')} role="timer">
            {runningTime(microphone.seconds)}
          </span>
          <div className={c('buttons')}>
            <SmallButton onClick={microphone.cancel} variant="plain">
              {t('action.cancel')}
            </SmallButton>
            <SmallButton data-focus onClick={microphone.stop} variant="primary">
              {t('greeting.stop')}
            </SmallButton>
          </div>
        </div>
      ) : sent !== null ? (
        <div className={c('row')}>
          <span role="status">{t('greeting.uploading')}</span>
          <progress aria-label={t('greeting.uploading')} className={c('bar')} max={1} value={sent}>
            {formatPercent(sent)}
          </progress>
        </div>
      ) : (
        <>
          {file === null ? (
            <p className={c('hint')}>{t(hasText ? 'greeting.noneYet' : 'greeting.none')}</p>
          ) : file.is_missing ? (
            <div className={c('row')}>
              <span className={c('name')}>
                <bdi>{file.name ?? t('greeting.recorded')}</bdi>
                <span className={c('failed')}>
                  {t(hasText ? 'greeting.missing.text' : 'greeting.missing')}
                </span>
              </span>
            </div>
          ) : (
            <GreetingPlayer file={file} key={file.id} />
          )}
          <div className={c('buttons')}>
            <SmallButton icon={upload} onClick={() => input.current?.click()} variant="quiet">
              {t(file === null ? 'greeting.upload' : 'greeting.replace')}
            </SmallButton>
            <SmallButton
              icon={mic}
              onClick={() => {
                setError(null);
                microphone.start();
              }}
              variant="quiet"
            >
              {t(isRecorded ? 'greeting.recordAgain' : 'greeting.record')}
            </SmallButton>
          </div>
          <span className={c('hint')}>{t('greeting.formats')}</span>
        </>
      )}
      <input
        accept="audio/*,.wav,.mp3"
        aria-label={t('greeting.file', { label })}
        hidden
        onChange={({ target }) => {
          const [picked] = target.files ?? [];
          // Lets the user choose the same file again.
          target.value = '';
          if (picked) void send(picked, picked.name.slice(0, 200));
        }}
        ref={input}
        type="file"
      />
    </div>
  );
}
