import { CALLBACK_TARGETS, type CallbackTarget } from '@offhook/contract/leads/callbacks';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Field } from '@offhook/design/forms/field.tsx';
import { Segmented } from '@offhook/design/forms/segmented.tsx';
import event from '@offhook/design/icons/event.svg?raw';
import group from '@offhook/design/icons/group.svg?raw';
import person from '@offhook/design/icons/person-fill.svg?raw';
import { t } from '@offhook/i18n/phone';
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../components/buttons/button.tsx';
import { useNow } from '../components/time/use-now.ts';
import {
  callbackLabel,
  callbackLimits,
  callbackTime,
  choiceLabel,
  leadPlace,
} from '../core/lists/callback-rows.ts';
import { useCallbackOffer, useCancelCallback, useSetCallback } from '../queries.ts';
import styles from './callbacks.module.css';

const c = classes(styles);

const TARGETS = {
  me: { label: 'callback.me', icon: person },
  team: { label: 'callback.team', icon: group },
} as const satisfies Record<CallbackTarget, object>;

interface Props {
  /** The lead's call. */
  readonly callId: number;
  readonly onClose: () => void;
}

/** Times are the lead's. A time outside calling hours has moved, and says why. */
export default function CallbackPicker({ callId, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const now = useNow(true);
  const { data: offer, error } = useCallbackOffer(callId);
  const set = useSetCallback(callId);
  const cancel = useCancelCallback();
  const [chosen, setTarget] = useState<CallbackTarget | null>(null);
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const bottom = useRef<HTMLDivElement>(null);
  const formId = useId();
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  // Shown once the present callback is known, or a click on its target would be lost.
  const target = chosen ?? offer?.callback?.target ?? 'me';
  const busy = set.isPending || cancel.isPending;
  const choose = (at: string) => set.mutate({ at, target }, { onSuccess: () => onClose() });
  const failure = (set.error ?? cancel.error ?? error)?.message ?? null;
  const isTypedRejected = set.error !== null && set.variables?.at === typed;
  // The button that was pressed has lost the focus, because it was disabled.
  useEffect(() => {
    if (isTypedRejected) field.current?.focus({ preventScroll: true });
    if (isTypedRejected) field.current?.form?.scrollIntoView({ block: 'start' });
    else if (failure !== null) bottom.current?.scrollIntoView({ block: 'nearest' });
  }, [failure, isTypedRejected]);
  const present = offer?.callback ?? null;
  const place = offer && leadPlace(offer.time_zone, now);
  const submit = (submitted: SyntheticEvent) => {
    submitted.preventDefault();
    if (typed !== '') choose(typed);
  };
  return (
    <section
      aria-labelledby={titleId}
      className={c('picker')}
      onKeyDown={(pressed) => {
        // Enter on the heading isn't for the view behind.
        if (pressed.key === 'Enter' || pressed.key === 'Escape') pressed.stopPropagation();
        if (pressed.key === 'Escape') onClose();
      }}
    >
      <h2 className={c('title')} id={titleId} ref={heading} tabIndex={-1}>
        {t('callback.question')}
      </h2>
      {offer && (
        <>
          <Segmented
            choices={CALLBACK_TARGETS.map((value) => ({
              value,
              label: t(TARGETS[value].label),
              icon: TARGETS[value].icon,
            }))}
            chosen={target}
            fills
            name={t('callback.who')}
            onChoose={setTarget}
          />
          {present && <p className={c('second')}>{callbackLabel(present, now)}</p>}
          {place && <p className={c('second')}>{t('callback.leadTime', { place })}</p>}
          {offer.choices.map((offered) => {
            const { choice, at, moved } = offered;
            const { when, own } = callbackTime(at, offer.time_zone, now);
            return (
              <button
                className={c('choice')}
                disabled={busy}
                key={choice}
                onClick={() => choose(at)}
                type="button"
              >
                <span className={c('label')}>{choiceLabel(offered, offer.time_zone, now)}</span>
                <span className={c('when')}>{when}</span>
                {(moved ?? own) && (
                  <span className={c('second')}>{[own, moved].filter(Boolean).join(' · ')}</span>
                )}
              </button>
            );
          })}
          <form className={c('typed')} id={formId} onSubmit={submit}>
            <Field
              aria-invalid={isTypedRejected}
              label={t('callback.dateTime')}
              onChange={({ target: { value } }) => {
                setTyped(value);
                set.reset();
              }}
              ref={field}
              required
              type="datetime-local"
              {...callbackLimits(offer.time_zone, now)}
              value={typed}
            />
          </form>
        </>
      )}
      {present && (
        <div className={c('actions')}>
          <button
            className={c('action')}
            disabled={busy}
            onClick={() => cancel.mutate(present.id, { onSuccess: () => onClose() })}
            type="button"
          >
            {t('callback.cancel')}
          </button>
        </div>
      )}
      <div className={c('bottom')} ref={bottom}>
        <Banner text={failure} />
        <div className={c('buttons')}>
          <button aria-keyshortcuts="Escape" className={c('action')} onClick={onClose} type="button">
            {t('callback.back')}
          </button>
          {offer && (
            <Button
              disabled={busy || typed === ''}
              form={formId}
              icon={event}
              type="submit"
              variant="primary"
            >
              {t('callback.set')}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}
