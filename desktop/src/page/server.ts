import { chooseLocale } from '@offhook/i18n/locales';
import { desktopTexts } from '../core/language.ts';

interface ServerBridge {
  readonly choose: (typed: string) => Promise<string | null>;
}

const { server } = window as unknown as { readonly server: ServerBridge };

function element<T extends Element>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

const form = element<HTMLFormElement>('form');
const field = element<HTMLInputElement>('#address');
const button = element<HTMLButtonElement>('button');
const problem = element<HTMLElement>('#problem');

const params = new URLSearchParams(location.search);
const language = params.get('language') ?? '';
const t = desktopTexts(language);
document.documentElement.lang = chooseLocale([language]).locale;
element('label').textContent = t('server.address');
element('#hint').textContent = t('server.address.hint');
button.textContent = t('server.connect');
field.value = params.get('address') ?? '';
problem.textContent = params.get('problem') ?? '';
field.focus();

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (button.disabled) return;
  button.disabled = true;
  button.textContent = t('server.connecting');
  problem.textContent = '';
  try {
    problem.textContent = await server.choose(field.value);
  } finally {
    button.disabled = false;
    button.textContent = t('server.connect');
  }
  field.toggleAttribute('aria-invalid', problem.textContent !== '');
  field.select();
});
