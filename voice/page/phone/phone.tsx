import { t, voicePageCatalog } from '@offhook/i18n/voice-page';
import type { RefObject } from 'preact';
import { useEffect, useId, useReducer, useRef, useState } from 'preact/hooks';
import {
  formatSeconds,
  groupDigits,
  initialPhone,
  nextPhone,
  type PhoneMode,
  parseNumber,
  phoneMode,
} from '../../src/handset/core/phone-state.ts';
import styles from './phone.module.css';
import { PhoneLine } from './phone-line.ts';
import { startRinging } from './ringer.ts';

const DEFAULT_NUMBER = '+14155550107';
const STORAGE_KEY = 'phone';
const KEYS = [...'123456789*0#'];

const STATUS = {
  connecting: 'phone.status.connecting',
  idle: 'phone.status.idle',
  ringing: 'phone.status.ringing',
  calling: 'phone.status.calling',
  onCall: 'phone.status.onCall',
  refused: 'phone.status.notConnected',
} as const satisfies Readonly<Record<PhoneMode, string>>;

/** Whether the phone was on before a reload. */
export const isPhoneOn = () => sessionStorage.getItem(STORAGE_KEY) !== null;

/** A simulated phone in the page: calls to its number ring here. A reload keeps it on. */
export function Phone({ onRinging }: { readonly onRinging: () => void }) {
  const [number, setNumber] = useState<string | null>(() => sessionStorage.getItem(STORAGE_KEY));
  const choose = (next: string | null) => {
    if (next === null) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, next);
    setNumber(next);
  };
  const title = useId();
  return (
    <section class={styles['phone']} aria-labelledby={title}>
      <h2 id={title} class={styles['title']}>
        {t('phone.title')}
      </h2>
      {number === null ? (
        <TurnOn onNumber={choose} />
      ) : (
        <Line key={number} number={number} onRinging={onRinging} onOff={() => choose(null)} />
      )}
    </section>
  );
}

function TurnOn({ onNumber }: { readonly onNumber: (number: string) => void }) {
  const [isInvalid, setInvalid] = useState(false);
  return (
    <NumberForm
      label={t('phone.number')}
      button={t('phone.turnOn')}
      hint={t('phone.number.hint')}
      initial={groupDigits(DEFAULT_NUMBER)}
      fault={isInvalid ? t('phone.fault.invalidNumber') : ''}
      onNumber={(number) => {
        setInvalid(number === null);
        if (number !== null) onNumber(number);
      }}
    />
  );
}

interface LineProps {
  readonly number: string;
  readonly onRinging: () => void;
  readonly onOff: () => void;
}

function Line({ number, onRinging, onOff }: LineProps) {
  const [phone, dispatch] = useReducer(nextPhone, initialPhone);
  const [hasMicrophone, setMicrophone] = useState(true);
  const [isInvalid, setInvalid] = useState(false);
  const line = useRef<PhoneLine | null>(null);
  const to = useRef<HTMLInputElement>(null);
  const mode = phoneMode(phone);
  const [caller] = phone.ringing;

  useEffect(() => {
    const opened = new PhoneLine(number, dispatch, setMicrophone);
    line.current = opened;
    return () => opened.close();
  }, [number]);

  useEffect(() => {
    if (mode !== 'ringing') return;
    onRinging();
    return startRinging();
  }, [mode]);

  const fault = isInvalid ? 'fault.invalidNumber' : phone.fault;
  const peer = mode === 'ringing' ? caller?.from : phone.call?.peer;
  return (
    <>
      <header class={styles['bar']}>
        <span class={styles['number']}>{groupDigits(number)}</span>
        <button type="button" class={styles['small']} onClick={onOff}>
          {t(mode === 'refused' ? 'phone.back' : 'phone.turnOff')}
        </button>
      </header>
      <div class={styles['lamp']} data-mode={mode}>
        <p role="status" class={styles['status']}>
          {t(STATUS[mode])}
        </p>
        {peer ? <p class={styles['peer']}>{groupDigits(peer)}</p> : null}
        {phone.call?.connectedAt != null ? <Timer since={phone.call.connectedAt} /> : null}
      </div>
      <p role="alert" class={styles['fault']}>
        {fault ? t(`phone.${fault}`) : ''}
      </p>
      {mode === 'idle' ? (
        <>
          <NumberForm
            label={t('phone.to')}
            button={t('phone.call')}
            hint={phone.numbers.length === 0 ? t('phone.to.none') : ''}
            initial={groupDigits(phone.numbers[0]?.number ?? '')}
            suggestions={phone.numbers}
            fault=""
            fieldRef={to}
            onNumber={(number) => {
              setInvalid(number === null);
              if (number !== null) line.current?.dial(number);
            }}
          />
          <TextForm
            onText={(text) => {
              const number = parseNumber(to.current?.value ?? '');
              setInvalid(number === null);
              if (number === null) return false;
              line.current?.writeText(number, text);
              return true;
            }}
          />
        </>
      ) : null}
      {mode === 'ringing' && caller ? (
        <div class={styles['actions']}>
          <button type="button" class={styles['danger']} onClick={() => line.current?.decline(caller.sid)}>
            {t('phone.decline')}
          </button>
          <button type="button" class={styles['accept']} onClick={() => line.current?.answer(caller)}>
            {t('phone.answer')}
          </button>
        </div>
      ) : null}
      {mode === 'calling' ? (
        <div class={styles['actions']}>
          <button type="button" class={styles['danger']} onClick={() => line.current?.hangUp()}>
            {t('phone.hangUp')}
          </button>
        </div>
      ) : null}
      {mode === 'onCall' ? <CallControls line={line.current} hasMicrophone={hasMicrophone} /> : null}
    </>
  );
}

/** Writes a text to the number that the form above it calls. */
function TextForm({ onText }: { readonly onText: (text: string) => boolean }) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <form
      class={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (field.current && onText(field.current.value)) field.current.value = '';
      }}
    >
      <label for={id}>{t('phone.message')}</label>
      <input
        id={id}
        ref={field}
        required
        maxLength={MAX_MESSAGE}
        aria-describedby={`${id}-hint`}
        autocomplete="off"
      />
      <button type="submit" class={styles['quiet']}>
        {t('phone.message.send')}
      </button>
      <p id={`${id}-hint`} class={styles['note']}>
        {t('phone.message.hint')}
      </p>
    </form>
  );
}

function CallControls({
  line,
  hasMicrophone,
}: {
  readonly line: PhoneLine | null;
  readonly hasMicrophone: boolean;
}) {
  const [isMuted, setMuted] = useState(false);
  const [pressed, setPressed] = useState('');
  const text = useRef<HTMLInputElement>(null);
  const textId = useId();

  const press = (key: string) => {
    line?.press(key);
    setPressed((before) => (before + key).slice(-MAX_SHOWN_KEYS));
  };
  const say = (event: Event) => {
    event.preventDefault();
    const field = text.current;
    const words = field?.value.trim() ?? '';
    if (!field || words === '') return;
    line?.speak(words, voicePageCatalog.active().tag.startsWith('es') ? 'es' : 'en');
    field.value = '';
  };
  /** The keyboard's digits work while the focus is in the phone, but not in a field. */
  const pressTyped = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!KEYS.includes(event.key)) return;
    event.stopPropagation();
    press(event.key);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys in it are buttons; this adds the keyboard's own
    <div class={styles['controls']} onKeyDown={pressTyped}>
      <div class={styles['actions']}>
        <button
          type="button"
          class={styles['quiet']}
          aria-pressed={isMuted}
          disabled={!hasMicrophone}
          onClick={() => {
            line?.mute(!isMuted);
            setMuted(!isMuted);
          }}
        >
          {t('phone.mute')}
        </button>
        <button type="button" class={styles['danger']} onClick={() => line?.hangUp()}>
          {t('phone.hangUp')}
        </button>
      </div>
      <form class={styles['form']} onSubmit={say}>
        <label for={textId}>{t('phone.text')}</label>
        <input id={textId} ref={text} maxLength={MAX_TEXT} autocomplete="off" />
        <button type="submit" class={styles['quiet']}>
          {t('phone.say')}
        </button>
        <p class={styles['note']}>{t(hasMicrophone ? 'phone.text.hint' : 'phone.text.noMicrophone')}</p>
      </form>
      <fieldset class={styles['keys']} aria-label={t('phone.keypad')}>
        <output class={styles['pressed']} aria-label={t('phone.pressed')}>
          {pressed}
        </output>
        {KEYS.map((key) => (
          <button key={key} type="button" class={styles['quiet']} onClick={() => press(key)}>
            {key}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

const MAX_SHOWN_KEYS = 20;
/** As the service accepts them. */
const MAX_TEXT = 500;
const MAX_MESSAGE = 1_600;

function Timer({ since }: { readonly since: number }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <p class={styles['timer']}>{formatSeconds(now - since)}</p>;
}

interface NumberFormProps {
  readonly label: string;
  readonly button: string;
  readonly hint: string;
  readonly initial: string;
  readonly fault: string;
  readonly suggestions?: readonly { readonly number: string; readonly name: string }[];
  readonly fieldRef?: RefObject<HTMLInputElement | null>;
  /** Gets null if it isn't a phone number. */
  readonly onNumber: (number: string | null) => void;
}

function NumberForm({
  label,
  button,
  hint,
  initial,
  fault,
  suggestions = [],
  fieldRef,
  onNumber,
}: NumberFormProps) {
  const own = useRef<HTMLInputElement>(null);
  const field = fieldRef ?? own;
  const id = useId();
  return (
    <form
      class={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        onNumber(parseNumber(field.current?.value ?? ''));
      }}
    >
      <label for={id}>{label}</label>
      <input
        id={id}
        ref={field}
        type="tel"
        defaultValue={initial}
        list={suggestions.length > 0 ? `${id}-numbers` : undefined}
        aria-describedby={`${id}-hint`}
        autocomplete="off"
      />
      <button type="submit" class={styles['primary']}>
        {button}
      </button>
      <datalist id={`${id}-numbers`}>
        {suggestions.map((one) => (
          <option key={one.number} value={groupDigits(one.number)}>
            {one.name}
          </option>
        ))}
      </datalist>
      <p id={`${id}-hint`} class={styles['note']}>
        {hint}
      </p>
      {fault === '' ? null : (
        <p role="alert" class={styles['fault']}>
          {fault}
        </p>
      )}
    </form>
  );
}
