import { randomBytes } from 'node:crypto';
import { BEHAVIORS, type Phones } from '../carrier/behavior.ts';
import { defaultTextSettings, defaultVoiceSettings } from '../rest/applications.ts';
import type { Store } from '../store/store.ts';
import type { Seed, SeedApplication, SeedNumber, SeedPhone } from './api.ts';

/** Creates or updates what the seed names, and leaves everything else. */
export function applySeed(store: Store, phones: Phones, seed: Seed): void {
  for (const one of seed.applications ?? []) putApplication(store, one);
  for (const one of seed.numbers ?? []) putNumber(store, one);
  for (const { number, name = null, stirVerstat = null } of seed.callers ?? [])
    store.callers.put({ sid: number, name, stirVerstat });
  for (const one of seed.phones ?? []) phones.set(one.number, { ...BEHAVIORS[one.behavior], ...own(one) });
}

function putApplication(store: Store, { sid, ...given }: SeedApplication): void {
  const now = Date.now();
  const current = store.applications.get(sid) ?? {
    sid,
    friendlyName: '',
    ...defaultVoiceSettings,
    ...defaultTextSettings,
    createdAt: now,
  };
  store.applications.put({ ...current, ...given, updatedAt: now });
}

function putNumber(store: Store, { phoneNumber, ...given }: SeedNumber): void {
  const now = Date.now();
  const current = store.numbers.list().find((one) => one.phoneNumber === phoneNumber) ?? {
    sid: `PN${randomBytes(16).toString('hex')}`,
    phoneNumber,
    friendlyName: phoneNumber,
    ...defaultVoiceSettings,
    voiceApplicationSid: '',
    ...defaultTextSettings,
    smsApplicationSid: '',
    createdAt: now,
  };
  store.numbers.put({ ...current, ...given, updatedAt: now });
}

function own({ ringMs, hangUpAfterMs, pressesKey }: SeedPhone) {
  return {
    ...(ringMs === undefined ? {} : { ringMs }),
    ...(hangUpAfterMs === undefined ? {} : { hangUpAfterMs }),
    ...(pressesKey === undefined ? {} : { pressesKey }),
  };
}
