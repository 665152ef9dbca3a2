/** Why a field can't be submitted, in the user's language. Browsers report it in their own language. */
import { t } from '@offhook/i18n/login';

type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Fields whose message we set. Other custom messages are kept. */
const ours = new WeakSet<FormField>();

/** Call it once per page. */
export function translateFieldProblems(): void {
  addEventListener('invalid', ({ target }) => isField(target) && explain(target), true);
  // A field with our message counts as invalid until the message is cleared.
  for (const event of ['input', 'change']) addEventListener(event, ({ target }) => refresh(target), true);
  // Before each submission, because a script may have set a value. Enter in a field also clicks the button.
  addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element && target.closest<HTMLButtonElement>('[type="submit"]');
      if (button) refresh(button.form);
    },
    true,
  );
}

function refresh(target: EventTarget | null): void {
  const fields = target instanceof HTMLFormElement ? [...target.elements] : [target];
  for (const field of fields) if (isField(field) && ours.has(field)) explain(field);
}

function explain(field: FormField): void {
  if (field.validity.customError && !ours.has(field)) return;
  field.setCustomValidity('');
  field.setCustomValidity(problemOf(field));
  ours.add(field);
}

/** Empty if the field is valid. */
function problemOf(field: FormField): string {
  const { validity } = field;
  if (validity.valid) return '';
  if (validity.valueMissing)
    return t(field instanceof HTMLSelectElement ? 'fieldProblem.notChosen' : 'fieldProblem.missing');
  if (field instanceof HTMLSelectElement) return t('fieldProblem.invalid');
  if (validity.tooShort) return t('fieldProblem.tooShort', { count: field.minLength });
  if (validity.typeMismatch && field.type === 'email') return t('fieldProblem.email');
  if (validity.typeMismatch && field.type === 'url') return t('fieldProblem.url');
  if (field instanceof HTMLInputElement && field.type === 'number') {
    if (validity.rangeUnderflow) return t('fieldProblem.tooLow', { min: Number(field.min) });
    if (validity.rangeOverflow) return t('fieldProblem.tooHigh', { max: Number(field.max) });
  }
  return t('fieldProblem.invalid');
}

function isField(target: unknown): target is FormField {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  );
}
