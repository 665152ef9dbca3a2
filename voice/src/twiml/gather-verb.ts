import { pressKey } from './core/gather.ts';
import { actionSource } from './core/program.ts';
import type { Gather } from './core/verbs.ts';
import { pauseVerb, playVerb } from './play-verb.ts';
import type { RunVerb } from './run-verb.ts';

export const gatherVerb: RunVerb<Gather> = (exchange, live, verb, done) => {
  let digits = '';
  let stopPrompt: (() => void) | null = null;
  let timer: NodeJS.Timeout | null = null;

  const stop = (): void => {
    stopPrompt?.();
    stopPrompt = null;
    if (timer) clearTimeout(timer);
    if (live.onKey === press) live.onKey = null;
  };
  const finish = (key: string): void => {
    stop();
    const callsAction = digits !== '' || verb.actionOnEmpty;
    done(
      callsAction
        ? actionSource(verb, ['msg', 'Gather End'], ['Digits', digits], ['FinishedOnKey', key])
        : null,
    );
  };
  const wait = (): void => {
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => finish(''), verb.timeoutSeconds * 1_000);
  };
  const press = (key: string): void => {
    stopPrompt?.();
    stopPrompt = null;
    const step = pressKey(verb, digits, key);
    digits = step.digits;
    if (step.finished) finish(key === verb.finishOnKey ? key : '');
    else wait();
  };
  const prompt = (index: number): void => {
    const next = verb.prompts[index];
    if (!next) {
      stopPrompt = null;
      if (index === 0) live.party.onKeyPrompt?.();
      wait();
      return;
    }
    const onPromptEnd = (): void => {
      live.party.onKeyPrompt?.();
      prompt(index + 1);
    };
    stopPrompt =
      next.verb === 'pause'
        ? pauseVerb(next.seconds, onPromptEnd)
        : playVerb(exchange, live, next, onPromptEnd);
  };

  live.onKey = press;
  prompt(0);
  return stop;
};
