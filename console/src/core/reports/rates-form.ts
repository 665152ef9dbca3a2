import type { CallRates, CallRatesChange, ConsoleCallRates } from '@offhook/contract/console/report-entities';
import { COST_ITEMS, type CostItem } from '@offhook/contract/console/report-entities';
import { t } from '@offhook/i18n/console';

/** As typed. */
export type RatesForm = { readonly [item in CostItem]: string } & { readonly currency: string };

const MAX_RATE = 1_000;

export function ratesForm({ currency, rates }: Pick<ConsoleCallRates, 'currency' | 'rates'>): RatesForm {
  const texts = Object.fromEntries(COST_ITEMS.map((item) => [item, String(rates[item])]));
  return { currency, ...(texts as Record<CostItem, string>) };
}

/** A decimal comma is accepted too. */
function parseRate(text: string): number | null {
  const typed = text.trim().replace(',', '.');
  const rate = /^\d*\.?\d+$/.test(typed) ? Number(typed) : Number.NaN;
  return rate >= 0 && rate <= MAX_RATE ? rate : null;
}

const parseCurrency = (text: string): string | null => {
  const code = text.trim().toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : null;
};

/** Errors by field. */
export function ratesProblems(form: RatesForm): Partial<Record<keyof RatesForm, string>> {
  const problems: Partial<Record<keyof RatesForm, string>> = {};
  if (parseCurrency(form.currency) === null) problems.currency = t('reports.rates.problem.currency');
  for (const item of COST_ITEMS)
    if (parseRate(form[item]) === null) problems[item] = t('reports.rates.problem.rate', { max: MAX_RATE });
  return problems;
}

/** @returns null if a field is wrong */
export function ratesChange(form: RatesForm): Pick<CallRatesChange, 'currency' | 'rates'> | null {
  if (Object.keys(ratesProblems(form)).length > 0) return null;
  const rates = Object.fromEntries(COST_ITEMS.map((item) => [item, parseRate(form[item])]));
  return { currency: parseCurrency(form.currency) ?? '', rates: rates as unknown as CallRates };
}
