import { User } from '@offhook/contract/accounts/user';
import type { ApiFailure } from '@offhook/contract/client/client';
import { t } from '@offhook/i18n/login';
import * as z from 'zod/mini';
import type { Api } from '../adapters/server/api.ts';
import type { PhoneEffect } from '../core/effects.ts';
import type { PhoneEvent } from '../core/events.ts';
import { nextPage } from '../core/session/next-page.ts';

export type VisitorEffect = Extract<PhoneEffect, { type: 'loadUser' | 'logIn' | 'reloadPage' }>;

export function isForVisitor(effect: PhoneEffect): effect is VisitorEffect {
  return effect.type === 'loadUser' || effect.type === 'logIn' || effect.type === 'reloadPage';
}

export interface VisitorContext {
  readonly api: Api;
  readonly now: () => number;
  readonly reload: () => void;
  /** Of the page's address. It names the console page that redirected here. */
  readonly search: string;
  readonly redirect: (address: string) => void;
}

/** Some servers send the user's fields next to `success` instead of under `user`. */
function flatUser(answer: unknown): User | null {
  return z.safeParse(User, answer).data ?? null;
}

/** The specification names the text for a network failure at the start. */
function startError({ status, code, error }: ApiFailure): string | null {
  if (status === 401) return null;
  return code === 'noAnswer' ? t('error.unknown') : error;
}

export async function performForVisitor(
  effect: VisitorEffect,
  { api, now, reload, search, redirect }: VisitorContext,
  send: (event: PhoneEvent) => void,
): Promise<void> {
  switch (effect.type) {
    case 'loadUser': {
      const result = await api.request('getUser', { query: { time: String(now()) } });
      if (result.ok) {
        const { success } = result.value;
        const next = nextPage(search);
        const user = success ? (result.value.user ?? flatUser(result.value)) : null;
        if (success && user && next !== null) redirect(next);
        else send(success && user ? { type: 'userLoaded', user } : { type: 'userNotSignedIn' });
      } else send({ type: 'userFailed', error: startError(result) });
      break;
    }
    case 'logIn': {
      const { email, password } = effect;
      const result = await api.request('login', { body: { email, password } });
      if (!result.ok) send({ type: 'loginFailed', error: result.error });
      else if (result.value.second_step === undefined) send({ type: 'loginSucceeded' });
      // Its page returns here, to the same address.
      else redirect(api.base + result.value.second_step + search);
      break;
    }
    case 'reloadPage':
      reload();
      break;
    default:
      effect satisfies never;
  }
}
